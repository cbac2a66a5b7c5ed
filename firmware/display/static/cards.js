// One card as a picture, crisp at any size: 250 by 350, drawn with nothing but shapes and the index's letters.
//
// A face is two letters, rank and suit: "4S". "--" lies face down and looks like every other card that does; "??" is
// face up and could not be read. It must never know what a card counts or whose it is.

import { court } from "./courts.js";
import { svg } from "./element.js";
import { BLACK, inkOf, SHAPES } from "./suits.js";
import { text } from "./texts.js";

export const HIDDEN = "--";
const UNREAD = "??";
const GOLD = "#c9a227";

/** A card as an SVG element with data-card. `role` img and a label: what a person would call it. */
export function card(face, extra = {}) {
  const drawn = face === HIDDEN ? back() : face === UNREAD ? unread() : front(face);
  return svg(
    "svg",
    { viewBox: "0 0 250 350", class: "card", "data-card": face, role: "img", "aria-label": nameOf(face), ...extra },
    svg("rect", { x: 1, y: 1, width: 248, height: 348, rx: 17, fill: "#fffdf6", stroke: "#8d8674", "stroke-width": 2 }),
    drawn,
  );
}

/** What people call a card. */
export function nameOf(face) {
  if (face === HIDDEN || face === UNREAD) {
    return text(face === HIDDEN ? "card.hidden" : "card.unread");
  }
  return text("card.name", { rank: text(`rank.${face[0]}`), suit: text(`suit.${face[1]}`) });
}

function front(face) {
  const [rank, suit] = face;
  const middle = "JQK".includes(rank) ? court(rank, suit) : rank === "A" ? ace(suit) : pips(rank, suit);
  return [middle, index(rank, suit), svg("g", { transform: "rotate(180 125 175)" }, index(rank, suit))];
}

function index(rank, suit) {
  const ink = inkOf(suit);
  const letters = {
    x: 28, y: 51, class: "index", "text-anchor": "middle", fill: ink, "font-size": 48,
    ...(rank === "T" ? { textLength: 40, lengthAdjust: "spacingAndGlyphs" } : {}),
  };
  return [svg("text", letters, rank === "T" ? "10" : rank), shape(suit, 28, 77, 34)];
}

function shape(suit, x, y, size, upsideDown = false) {
  const turned = upsideDown ? `rotate(180 ${x} ${y}) ` : "";
  const place = `${turned}translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})`;
  return svg("path", { d: SHAPES[suit], fill: inkOf(suit), transform: place });
}

function ace(suit) {
  const shaped = "M125 72C112 62 112 50 125 40C138 50 138 62 125 72Z";
  const leaf = (turn) => svg("path", { d: shaped, fill: GOLD, transform: `rotate(${turn} 125 175)` });
  return [
    svg("circle", { cx: 125, cy: 175, r: 92, fill: "none", stroke: GOLD, "stroke-width": 3 }),
    svg("circle", { cx: 125, cy: 175, r: 84, fill: "none", stroke: GOLD, "stroke-width": 1.2, "stroke-dasharray": "2 6" }),
    [0, 180].map(leaf),
    shape(suit, 125, 175, 118),
  ];
}

// Where the pips of 2 to 10 lie, as on any French deck: column L, C or R, and height from the top, 0 to 1.
const [L, C, R] = [80, 125, 170];
const SIDES = (...heights) => heights.flatMap((height) => [[L, height], [R, height]]);
const LAYOUT = {
  2: [[C, 0], [C, 1]],
  3: [[C, 0], [C, 0.5], [C, 1]],
  4: SIDES(0, 1),
  5: [...SIDES(0, 1), [C, 0.5]],
  6: SIDES(0, 0.5, 1),
  7: [...SIDES(0, 0.5, 1), [C, 0.25]],
  8: [...SIDES(0, 0.5, 1), [C, 0.25], [C, 0.75]],
  9: [...SIDES(0, 1 / 3, 2 / 3, 1), [C, 0.5]],
  T: [...SIDES(0, 1 / 3, 2 / 3, 1), [C, 1 / 6], [C, 5 / 6]],
};

function pips(rank, suit) {
  return LAYOUT[rank].map(([x, height]) => shape(suit, x, 66 + height * 218, 44, height > 0.5));
}

function unread() {
  return [
    svg("rect", {
      x: 22, y: 22, width: 206, height: 306, rx: 8, fill: "none", stroke: BLACK, "stroke-width": 3, "stroke-dasharray": "10 8",
    }),
    svg("text", { x: 125, y: 232, class: "index", "text-anchor": "middle", "font-size": 160, fill: BLACK }, "?"),
  ];
}

function back() {
  const lines = [];
  for (let at = -26; at <= 44; at += 1) {
    const x = at * 12;
    lines.push(`M${x} 0l312 312M${x} 0l-312 312`);
  }
  return [
    svg("rect", { x: 13, y: 13, width: 224, height: 324, rx: 9, fill: "#5c0f1d" }),
    // A picture inside the picture cuts off what stands out of it.
    svg("svg", { x: 20, y: 20, width: 210, height: 310, viewBox: "0 0 210 310" },
      svg("path", { d: lines.join(""), stroke: GOLD, "stroke-width": 1.1, opacity: 0.75, fill: "none" })),
    svg("rect", { x: 20, y: 20, width: 210, height: 310, rx: 5, fill: "none", stroke: GOLD, "stroke-width": 3 }),
    svg("path", { d: "M125 105L178 175L125 245L72 175Z", fill: "#5c0f1d", stroke: GOLD, "stroke-width": 4 }),
    svg("path", { d: "M125 122L165 175L125 228L85 175Z", fill: "none", stroke: GOLD, "stroke-width": 1.5 }),
    ["S", "H", "D", "C"].map((suit, n) => svg("path", {
      d: SHAPES[suit], fill: GOLD,
      transform: `translate(${[125, 149, 125, 101][n] - 11} ${[147, 175, 203, 175][n] - 11}) scale(.22)`,
    })),
  ];
}
