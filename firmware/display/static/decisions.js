// The hold, and every decision that is open: a button for who may take it, a line with the role for who may not.

import { el } from "./element.js";
import { decisionName, decisionSays, roleName } from "./words.js";
import { text, textOr } from "./texts.js";

/** The hold: what happened, the rule, the decisions; or that there is none. Hooks: data-hold-id, data-decision. */
export function hold({ console: desk, stale }) {
  const held = desk.hold;
  if (!held) {
    return [el("h2", {}, text("hold.none"))];
  }
  return [
    el("div", { class: "alarm", "data-hold-id": held.id, "data-code": held.code },
      el("h2", {}, text("hold.title")),
      el("p", { class: "what" }, whatHappened(held)),
      el("p", { class: "rule" }, text("hold.rule", { rule: held.rule, id: held.id }))),
    offers(held.decisions, held, stale || !desk.reachable),
  ];
}

/** What happened, in one line; for the live region too. */
export function whatHappened(held) {
  return textOr(`what.${held.code}`, held.what);
}

/** The decisions that need no hold. */
export function free({ console: desk, stale }) {
  return [
    el("h2", {}, text("free.title")),
    desk.free.length > 0 ? offers(desk.free, null, stale || !desk.reachable) : el("p", {}, text("free.none")),
  ];
}

function offers(decisions, held, closed) {
  return el("ul", { class: "offers" }, decisions.map((offer) => el("li", { "data-key": offer.name },
    offer.mine ? button(offer, held, closed) : others(offer, held))));
}

function button(offer, held, closed) {
  return el(
    "button",
    { type: "button", "data-decision": offer.name, "data-hold": held ? held.id : null, disabled: closed },
    el("strong", {}, decisionName(offer.name)),
    el("span", {}, decisionSays(offer, held?.code)),
  );
}

function others(offer, held) {
  return el(
    "div",
    { class: "others", "data-others": offer.name },
    el("strong", {}, decisionName(offer.name)),
    el("span", {}, decisionSays(offer, held?.code)),
    el("em", {}, text("decision.takes", { role: roleName(offer.role) })),
  );
}
