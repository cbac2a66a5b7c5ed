// Beside the roads: what the shoe's results add up to, and what the derived roads would mark next.

import { el } from "./element.js";
import { sample, sign } from "./roads.js";
import { text } from "./texts.js";

const WINS = { player: "P", banker: "B", tie: "T" };
const CARDS = ["player_pairs", "banker_pairs", "naturals"];
const DERIVED = ["big_eye", "small", "cockroach"];

/** Statistics and previews. */
export function numbers({ stats, roads }) {
  const rounds = stats.player + stats.banker + stats.tie;
  return [
    el("dl", { class: "wins" },
      Object.entries(WINS).map(([name, letter]) => stat(name, stats[name], sign(letter)))),
    el("dl", { class: "more" },
      CARDS.map((name) => stat(name, stats[name])), stat("rounds", rounds)),
    el("div", { class: "nexts" },
      el("h2", {}, text("next.title")),
      ["player", "banker"].map((side) => next(side, roads.next[side]))),
  ];
}

function stat(name, value, picture = null) {
  return el("div", {}, el("dt", {}, picture, text(`stat.${name}`)), el("dd", { "data-stat": name }, String(value)));
}

function next(side, marks) {
  return el("p", { "data-road-next": side, class: side },
    sign(WINS[side]), el("span", {}, text(`side.${side}`)), DERIVED.map((name) => sample(name, marks[name])));
}
