// The four suits: their shapes, drawn in a square of 100, and the colour each is printed in.

export const SHAPES = {
  S: "M50 4C61 24 92 40 92 64C92 80 80 87 70 87C63 87 57 84 54 78C55 87 59 93 67 97H33C41 93 45 87 46 78C43 84 37 87 30 87C20 87 8 80 8 64C8 40 39 24 50 4Z",
  H: "M50 94C42 76 6 58 6 31C6 16 17 7 29 7C39 7 46 13 50 22C54 13 61 7 71 7C83 7 94 16 94 31C94 58 58 76 50 94Z",
  D: "M50 3C60 22 72 37 88 50C72 63 60 78 50 97C40 78 28 63 12 50C28 37 40 22 50 3Z",
  C: "M50 5C61 5 70 14 70 25C70 32 67 38 62 42C66 40 70 39 74 39C86 39 95 48 95 60C95 72 86 81 74 81C65 81 58 76 54 69C55 82 59 91 67 97H33C41 91 45 82 46 69C42 76 35 81 26 81C14 81 5 72 5 60C5 48 14 39 26 39C30 39 34 40 38 42C33 38 30 32 30 25C30 14 39 5 50 5Z",
};

export const RED = "#b3122a";
export const BLACK = "#14181d";

/** The colour a suit is printed in. */
export function inkOf(suit) {
  return suit === "H" || suit === "D" ? RED : BLACK;
}
