// The question before a decision is sent: the card, the number, the reason, the second person, and then yes or no.
//
// It asks for what the decision needs and sends what was read when it was opened: the hold's number goes with it, so a
// table that waits for something else by now refuses. PINs live in the fields alone and are gone when it closes.

import { card } from "./cards.js";
import { el, show } from "./element.js";
import { decisionName, decisionSays, refusalSays, suitSign } from "./words.js";
import { decide } from "./session.js";
import { text } from "./texts.js";

const RANKS = [..."A23456789TJQK"];
const SUITS = [..."SHDC"];
const OVERTAKEN = ["stale", "not_open", "session", "late"];

const dialog = document.getElementById("ask");
let asked = null; // the hold that was read, while the dialog is open

/**
 * Ask for what `offer` needs. So many `cards` have left the shoe; `n` is the number of one that was touched, if any.
 * `tell` is called with words for the person, and whether it was done, once that is settled.
 */
export function ask(offer, { held, cards, n, tell }) {
  asked = { hold: held?.id ?? null, tell };
  show(dialog, form(offer, held, cards, n));
  const [questions] = dialog.children;
  questions.addEventListener("input", () => preview(questions));
  questions.addEventListener("submit", (event) => {
    event.preventDefault();
    send(questions, offer, held);
  });
  questions.querySelector("[data-cancel]").addEventListener("click", () => dialog.close());
  dialog.showModal();
  questions.querySelector("input")?.focus();
}

/** A new state has come: a question about something else than the present hold is taken back. */
export function askNoLonger({ stale, console: desk }) {
  if (!dialog.open) {
    return;
  }
  const closed = stale || !desk?.reachable;
  dialog.querySelector("[data-send]").disabled = closed;
  if (!closed && (desk.hold?.id ?? null) !== asked.hold) {
    dialog.close();
    asked.tell(refusalSays({ code: "stale" }), false);
  }
}

dialog.addEventListener("close", () => dialog.replaceChildren());

async function send(questions, offer, held) {
  const button = questions.querySelector("[data-send]");
  const { tell } = asked;
  button.disabled = true;
  const answer = await decide(decisionOf(new FormData(questions), offer, held));
  button.disabled = false;
  if (answer.ok || OVERTAKEN.includes(answer.code)) {
    dialog.close();
    tell(answer.ok ? text("answer.done", { decision: decisionName(offer.name) }) : refusalSays(answer), answer.ok);
    return;
  }
  show(questions.querySelector(".refusal"), refusalSays(answer));
}

function decisionOf(given, { name, needs }, held) {
  // Null says that there was none when this was read.
  const decision = { decision: name, reason: given.get("reason").trim(), hold: held?.id ?? null };
  if (needs.includes("card")) {
    decision.card = given.get("rank") + given.get("suit");
  }
  if (needs.includes("n")) {
    decision.n = Number(given.get("n"));
  }
  if (needs.includes("second")) {
    decision.second = { actor: given.get("second_actor"), pin: given.get("second_pin") };
  }
  return decision;
}

function preview(questions) {
  const given = new FormData(questions);
  const box = questions.querySelector(".preview");
  if (box) {
    const [rank, suit] = [given.get("rank"), given.get("suit")];
    show(box, ...(rank && suit ? [card(rank + suit)] : []));
  }
}

function form(offer, held, cards, n) {
  return el(
    "form",
    { autocomplete: "off", "data-asks": offer.name },
    el("h2", { id: "ask-title" }, decisionName(offer.name)),
    el("p", { class: "says" }, decisionSays(offer, held?.code)),
    offer.needs.includes("n") ? number(cards, n) : null,
    offer.needs.includes("card") ? picker() : null,
    field("reason", { maxlength: 200 }),
    offer.needs.includes("second") ? second() : null,
    el("p", { class: "refusal", role: "alert" }),
    el("p", { class: "last-word" },
      el("button", { type: "button", "data-cancel": true }, text("ask.cancel")),
      el("button", { class: "main", "data-send": true }, text("ask.send", { decision: decisionName(offer.name) }))),
  );
}

function field(name, attributes) {
  return [el("label", { for: `ask-${name}` }, text(`ask.${name}`)), el("input", { id: `ask-${name}`, name, ...attributes })];
}

function number(cards, n) {
  return field("n", { type: "number", min: 1, max: cards, step: 1, inputmode: "numeric", required: true, value: n });
}

function second() {
  return el("fieldset", { class: "second" },
    el("legend", {}, text("ask.second")),
    field("second_actor", { required: true, maxlength: 64, autocapitalize: "off", spellcheck: "false" }),
    field("second_pin", { type: "password", required: true, maxlength: 64, autocomplete: "off" }));
}

function picker() {
  return el("div", { class: "picker" },
    el("div", {},
      choice("suit", SUITS, (suit) => suitSign(suit)),
      choice("rank", RANKS, (rank) => (rank === "T" ? "10" : rank))),
    el("div", { class: "preview", "aria-hidden": "true" }));
}

function choice(name, values, sign) {
  return el("fieldset", { class: `choice of-${name}` },
    el("legend", {}, text(`ask.${name}`)),
    values.map((value) => el("label", {},
      el("input", { type: "radio", name, value, required: true, "aria-label": text(`${name}.${value}`) }),
      el("span", { "aria-hidden": "true" }, sign(value)))));
}
