// The middle of the display: both hands, and between them what is due, what has come of it, and what is wrong.
//
// Between rounds the last round lies there, dimmed, until the first card of the next one. Lamps are shown as they are
// told; this page works out nothing of the game.

import { card } from "./cards.js";
import { el } from "./element.js";
import { sign } from "./roads.js";
import { text } from "./texts.js";

const LETTER = { player: "P", banker: "B", tie: "T" };
const SLOTS = [1, 2, 3];

/** Player's hand, the middle, Banker's hand. */
export function stage(state) {
  const round = state.present ?? state.last;
  const stands = standing(round);
  return [hand("player", state, round, stands), middle(state, round, stands), hand("banker", state, round, stands)];
}

/** What a round comes to: as corrected, else as published. */
function standing(round) {
  return { ...round, ...round?.correction };
}

function hand(side, state, round, stands) {
  const cards = round?.[side] ?? [];
  const count = stands[`${side}_count`] ?? "";
  const won = stands.winner === side;
  const number = round?.number ?? round?.round;
  return el(
    "section",
    { class: `hand ${side}${won ? " won" : ""}`, "data-hand": side, "aria-label": text(`side.${side}`) },
    el("h2", {}, sign(LETTER[side]), el("span", {}, text(`side.${side}`))),
    el("output", { class: "count", "data-count": side, "aria-label": text("count") }, String(count)),
    el("div", { class: "cards" }, SLOTS.map((slot) => el(
      "div",
      { class: `slot slot${slot}`, "data-slot": slot },
      cards[slot - 1] ? card(cards[slot - 1], { "data-key": `${number} ${cards[slot - 1]}` }) : null,
    ))),
    el("p", { class: "guidance" }, lamp(`${side}_draw`, state), lamp(`${side}_stand`, state), lamp(`${side}_wins`, state)),
  );
}

function middle(state, round, stands) {
  const past = !state.present;
  return el(
    "section",
    { class: "middle", "aria-live": "polite" },
    el("p", { class: "round" }, round ? el("span", { "data-round": round.number ?? round.round },
      text(past ? "round.last" : "round.now", { number: round.number ?? round.round })) : null),
    headline(state),
    result(stands, past),
    el("div", { class: "tags" },
      lamp("natural", state),
      // Lamps tell of the round in progress; of the one before, these do.
      past && stands.natural ? tag("natural") : null,
      past && stands.void_hand ? tag("void_hand") : null,
      stands.corrected ? tag("corrected") : null),
    el("p", { class: "deal" }, lamp("deal", state), lamp("stop", state), lamp("tie", state)),
    el("div", { class: "signals" },
      ["supervisor", "fault", "void_hand", "last_hand", "shuffle"].map((name) => lamp(name, state)),
      state.faults.map((name) => el("p", { class: "cause", "data-fault": name }, text(`fault.${name}`)))),
  );
}

function headline(state) {
  const key = `headline.${headlineOf(state)}`;
  return el("p", { class: "headline", "data-headline": key, "data-key": key }, text(key));
}

/** What everybody at the table has to know first. */
function headlineOf({ hold, faults, present, phase, bets, last_hand: lastHand }) {
  if (hold) {
    return "hold";
  }
  if (faults.length > 0) {
    return "fault";
  }
  if (present?.voided) {
    return "voided";
  }
  if (phase === "ready") {
    return bets === "open" ? (lastHand ? "bets_open_last" : "bets_open") : "bets_closed";
  }
  return present?.void_hand ? "void_hand" : phase;
}

function result({ winner, voided }, past) {
  const known = voided ? "void" : winner ?? "";
  return el(
    "p",
    { class: `result ${known}${past ? " last" : ""}`, "data-result": known, "data-key": `${known} ${past}` },
    known ? [LETTER[known] ? sign(LETTER[known]) : null, el("span", {}, text(`result.${known}`))] : [],
  );
}

function tag(name) {
  return el("span", { class: `tag ${name}`, "data-tag": name }, text(`tag.${name}`));
}

/** A lamp: its word is there for everybody, dark ones are hidden by style alone. */
function lamp(name, { lamps, blink }) {
  const on = lamps.includes(name);
  const lit = `lamp${on ? " on" : ""}${blink.includes(name) ? " blink" : ""}`;
  return el("span", { class: lit, "data-lamp": name, "aria-hidden": on ? null : "true" }, text(`lamp.${name}`));
}
