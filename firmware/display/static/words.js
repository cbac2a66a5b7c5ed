// What codes and cards are called on the console.

import { el, svg } from "./element.js";
import { nameOf, HIDDEN } from "./cards.js";
import { inkOf, SHAPES } from "./suits.js";
import { text, textOr } from "./texts.js";

/** A decision's name, for a button. */
export const decisionName = (name) => textOr(`decision.${name}`, name);

/** What a decision does: the catalogue's words for this hold or in general, else the controller's. */
export function decisionSays({ name, says }, code) {
  return textOr(`says.${code}.${name}`, textOr(`says.${name}`, says ?? ""));
}

/** A role's name. */
export const roleName = (role) => textOr(`role.${role}`, role);

/** What the one who asked is told of a refusal. Only of a mistake in what was typed does the server say more. */
export function refusalSays({ code, error }) {
  const plain = textOr(`refusal.${code}`, error);
  return code === "form" ? `${plain} (${error})` : plain;
}

/** A list of codes as words, or the word for none. */
export function listed(kind, codes) {
  return codes.map((code) => textOr(`${kind}.${code}`, code)).join(" · ") || text("none");
}

/** A small card: rank and suit, or the sign for one that lies face down or was not read. */
export function chip(face) {
  const known = /^[A-Z0-9][SHDC]$/.test(face);
  return el(
    "span",
    { class: `chip${known ? "" : " unknown"}`, "data-card": face },
    el("span", { class: "unseen" }, nameOf(face)),
    el("span", { class: known && "HD".includes(face[1]) ? "red" : null, "aria-hidden": "true" },
      known ? [face[0] === "T" ? "10" : face[0], suitSign(face[1])] : face === HIDDEN ? "▒" : "?"),
  );
}

/** The shape of a suit. */
export function suitSign(suit) {
  const shape = svg("path", { d: SHAPES[suit], fill: inkOf(suit) });
  return svg("svg", { viewBox: "0 0 100 100", class: "suit", "aria-hidden": "true" }, shape);
}
