// The record: the last rounds with their cards, and the shoe in numbers.
//
// A card whose number in the shoe is told is a button for who may correct it: the number is part of the correction.

import { el } from "./element.js";
import { chip } from "./words.js";
import { text, textOr } from "./texts.js";
import { nameOf } from "./cards.js";

const COLUMNS = ["round", "player", "banker", "result"];

/** The rounds, newest first, the one in progress before them. Hooks: data-round-row, data-correct-n. */
export function rounds({ console: desk, present, stale }) {
  const correct = [...desk.free, ...(desk.hold?.decisions ?? [])].find(({ name }) => name === "correct");
  const open = Boolean(correct?.mine) && !stale && desk.reachable;
  const all = present ? [present, ...desk.rounds] : desk.rounds;
  return [
    el("h2", {}, text("rounds.title")),
    el("p", { class: "hint" }, text(open ? "rounds.correct" : "rounds.only")),
    el("table", {},
      el("thead", {}, el("tr", {}, COLUMNS.map((name) => el("th", { scope: "col" }, text(`rounds.${name}`))))),
      el("tbody", {}, all.map((round) => row(round, open)))),
  ];
}

function row(round, open) {
  const number = round.number ?? round.round;
  const now = { ...round, ...round.correction };
  const told = round.voided ? "void" : now.winner;
  const marks = ["natural", "void_hand", "corrected"].filter((mark) => now[mark]);
  return el(
    "tr",
    { "data-round-row": number },
    el("th", { scope: "row" }, String(number)),
    ["player", "banker"].map((side) => el("td", { class: "cards" },
      round[side].map((face, place) => cardOf(face, round.numbers?.[side][place], open)))),
    el("td", {},
      told ? el("b", { class: told }, text(`result.${told}`)) : text("rounds.open"),
      now.player_count === null || !told ? null : el("span", { class: "counts" }, `${now.player_count} : ${now.banker_count}`),
      marks.map((mark) => el("small", {}, text(`tag.${mark}`)))),
  );
}

function cardOf(face, n, open) {
  if (!n || !open) {
    return chip(face);
  }
  const label = text("rounds.correct_card", { n, card: nameOf(face) });
  const hooks = { type: "button", class: "plain", "data-correct-n": n, "aria-label": label };
  return el("button", hooks, chip(face), el("small", {}, String(n)));
}

/** The shoe in numbers. Hook: data-report=KEY. */
export function report({ console: desk }) {
  return [
    el("h2", {}, text("report.title")),
    el("dl", { class: "facts" }, Object.entries(desk.report).map(([key, value]) => el(
      "div", {}, el("dt", {}, textOr(`report.${key}`, key)), el("dd", { "data-report": key }, String(value))))),
  ];
}
