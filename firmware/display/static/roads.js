// The roads: boards of six rows on which every result has its place.
//
// Decides what a mark looks like and which columns fit: all, in smaller cells, while they can be read, then the newest.
// Where a mark lies was worked out before.
// Colour never stands alone: Player is a ring with P, Banker a full disc with B, a tie a diamond with T or a stroke with
// its number; on the derived roads red is full and blue is hollow (on the last one red and blue lean to other sides).

import { svg } from "./element.js";
import { text } from "./texts.js";

const ROWS = 6;
const CELL = 20;
const BLUE = "#1c4fa1";
const RED = "#b3122a";
const GREEN = "#14703c";
const PAPER = "#fffdf6";
const INK = { P: BLUE, B: RED, T: GREEN };

const DRAWN = { bead, big, big_eye: eye, small: square, cockroach: slash };

/** The roads there are. */
export const ROADS = Object.keys(DRAWN);

/** So many columns can be read at most, where the height has room for fewer. */
const MOST = { bead: 18, big: 45 };

/** How many columns a road gets in a box of this size; at least one. Their cells are as large as they can be. */
export function columnsIn(width, height, name, marks) {
  const whole = Math.max(1, Math.floor((width / height) * ROWS + 0.02));
  return Math.max(whole, Math.min(lastOf(marks) + 2, MOST[name] ?? whole));
}

function lastOf(marks) {
  return marks.reduce((most, [column]) => Math.max(most, column), -1);
}

/**
 * A road as an SVG element with data-road. Its cells have data-col, data-row, data-mark (a letter) and, on the big road,
 * data-ties. `marks` are as the state has them, `columns` is how many are drawn: the newest, behind one free column.
 */
export function road(name, marks, columns, leadingTies = 0) {
  const first = Math.max(0, lastOf(marks) + 2 - columns);
  const shown = marks.filter(([column]) => column >= first);
  return svg(
    "svg",
    {
      viewBox: `0 0 ${columns * CELL} ${ROWS * CELL}`, preserveAspectRatio: "xMinYMin meet", class: "road",
      "data-road": name, "data-first": first, role: "img", "aria-label": text(`road.${name}`),
    },
    grid(columns),
    shown.map(([column, row, mark, ties]) => svg(
      "g",
      {
        transform: `translate(${(column - first) * CELL} ${row * CELL})`, "data-key": `${column} ${row} ${mark}`,
        "data-col": column, "data-row": row, "data-mark": mark, "data-ties": name === "big" ? ties : null,
      },
      DRAWN[name](mark, ties),
    )),
    name === "big" && leadingTies > 0 && marks.length === 0
      ? svg("g", { "data-leading-ties": leadingTies }, tied(leadingTies))
      : null,
  );
}

/** One mark of a derived road alone, for a preview; an empty `mark` is a dash. */
export function sample(name, mark) {
  const label = text(mark ? `mark.${mark}` : "mark.none");
  return svg(
    "svg",
    { viewBox: `0 0 ${CELL} ${CELL}`, class: "sample", "data-next": name, "data-mark": mark, role: "img", "aria-label": label },
    mark ? DRAWN[name](mark) : svg("path", { d: "M6 10H14", stroke: "#6b6250", "stroke-width": 2 }),
  );
}

/** The sign of a winner, as on the bead plate: for banners and numbers. */
export function sign(letter) {
  return svg("svg", { viewBox: `0 0 ${CELL} ${CELL}`, class: "sign", "aria-hidden": "true" }, bead(letter));
}

function grid(columns) {
  const [width, height] = [columns * CELL, ROWS * CELL];
  const down = Array.from({ length: columns + 1 }, (_, n) => `M${n * CELL} 0V${height}`);
  const across = Array.from({ length: ROWS + 1 }, (_, n) => `M0 ${n * CELL}H${width}`);
  return [
    svg("rect", { width, height, fill: PAPER }),
    svg("path", { d: [...down, ...across].join(""), stroke: "#d9d0b8", "stroke-width": 0.7, fill: "none" }),
  ];
}

function bead(mark) {
  const letter = (fill) => letterIn(text(`letter.${mark}`), fill, 11.5);
  if (mark === "B") {
    return [svg("circle", { cx: 10, cy: 10, r: 8.8, fill: RED }), letter(PAPER)];
  }
  if (mark === "P") {
    return [svg("circle", { cx: 10, cy: 10, r: 7.9, fill: PAPER, stroke: BLUE, "stroke-width": 1.9 }), letter(BLUE)];
  }
  return [svg("path", { d: "M10 .6L19.4 10L10 19.4L.6 10Z", fill: GREEN }), letterIn(text("letter.T"), PAPER, 9.5)];
}

function big(mark, ties) {
  const ring = { cx: 10, cy: 10, r: 7.4, stroke: INK[mark], "stroke-width": 2.2, fill: mark === "B" ? RED : PAPER };
  return [
    svg("circle", ring),
    ties ? null : letterIn(text(`letter.${mark}`), mark === "B" ? PAPER : BLUE, 8.5),
    ties ? tied(ties) : null,
  ];
}

function tied(ties) {
  return [
    svg("path", { d: "M2.5 17.5L17.5 2.5", stroke: PAPER, "stroke-width": 4.4, "stroke-linecap": "round" }),
    svg("path", { d: "M2.5 17.5L17.5 2.5", stroke: GREEN, "stroke-width": 2.6, "stroke-linecap": "round" }),
    svg("circle", { cx: 10, cy: 10, r: ties < 10 ? 4.9 : 5.8, fill: PAPER, stroke: GREEN, "stroke-width": 0.8 }),
    letterIn(String(ties), GREEN, ties < 10 ? 8 : 6.8),
  ];
}

function eye(mark) {
  const full = mark === "R";
  return svg("circle", {
    cx: 10, cy: 10, r: full ? 7.8 : 6.6, stroke: full ? "none" : BLUE, "stroke-width": 2.6, fill: full ? RED : PAPER,
  });
}

function square(mark) {
  const full = mark === "R";
  return svg("rect", {
    x: full ? 3 : 4.2, y: full ? 3 : 4.2, width: full ? 14 : 11.6, height: full ? 14 : 11.6,
    stroke: full ? "none" : BLUE, "stroke-width": 2.6, fill: full ? RED : PAPER,
  });
}

function slash(mark) {
  const stroke = (d, colour, width) => svg("path", { d, stroke: colour, "stroke-width": width, "stroke-linecap": "round" });
  return mark === "R"
    ? stroke("M3.5 16.5L16.5 3.5", RED, 4.6)
    : [stroke("M3.5 3.5L16.5 16.5", BLUE, 5), stroke("M3.5 3.5L16.5 16.5", PAPER, 1.8)];
}

function letterIn(letter, fill, size) {
  return svg("text", { x: 10, y: 10 + size * 0.36, "text-anchor": "middle", "font-size": size, class: "mark", fill }, letter);
}
