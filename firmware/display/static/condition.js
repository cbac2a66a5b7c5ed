// The state of the table in words, and the health of what carries it.

import { el } from "./element.js";
import { chip, listed, roleName } from "./words.js";
import { text, textOr } from "./texts.js";

/** Phase, lamps, gate and hands, as public. Hook: data-table=NAME. */
export function condition({ phase, behind, bets, lamps, gate, last_hand: lastHand, shoe, table, present, last }) {
  const round = present ?? last;
  const name = textOr(`phase.${phase}`, phase);
  return [
    el("h2", {}, text("table.of", { id: table.id })),
    el("dl", { class: "facts" },
      fact("phase", phase === "hold" ? text("table.behind", { phase: textOr(`phase.${behind}`, behind) }) : name),
      fact("bets", text(`bets.${bets}`)),
      fact("lamps", listed("lamp.of", lamps)),
      fact("gate", text(`gate.${gate}`)),
      fact("shoe", shoeSays(shoe)),
      lastHand ? fact("last_hand", text("lamp.last_hand")) : null),
    round ? el("div", { class: "hands" },
      el("h3", {}, text(present ? "round.now" : "round.last", { number: round.number ?? round.round })),
      ["player", "banker"].map((side) => handOf(side, round))) : null,
  ];
}

function shoeSays(shoe) {
  return text(shoe.number === 0 ? "shoe.none" : shoe.of === null ? "table.cards_out" : "table.cards", shoe);
}

function handOf(side, round) {
  const count = round[`${side}_count`];
  return el("p", { "data-console-hand": side },
    el("b", {}, text(`side.${side}`)), " ", round[side].map(chip),
    " ", count === null ? null : el("span", { class: "points" }, text("points", { count })));
}

/** Link, faults, and the faults of the past that a supervisor has to take note of. */
export function health({ console: desk, faults, stale }) {
  return [
    el("h2", {}, text("health.title")),
    el("dl", { class: "facts" },
      fact("reachable", text(desk.reachable ? "yes" : "no")),
      fact("link", text(`link.${desk.link}`)),
      fact("faults", listed("fault", faults)),
      fact("unacknowledged", listed("fault", desk.unacknowledged))),
    desk.unacknowledged.length > 0
      ? el("p", {}, desk.may_acknowledge
        ? el("button", { type: "button", id: "acknowledge", disabled: stale || !desk.reachable }, text("acknowledge"))
        : text("decision.takes", { role: roleName("supervisor") }))
      : null,
  ];
}

function fact(name, value) {
  return el("div", {}, el("dt", {}, textOr(`table.${name}`, name)), el("dd", { "data-table": name }, value));
}
