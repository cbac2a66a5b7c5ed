// The head of the display: which table, under which rules, within which limits, and how far the shoe is dealt.
//
// The shoe is told by how many cards have left it and never by which.

import { el } from "./element.js";
import { text, textOr } from "./texts.js";

/** The parts of the head. */
export function about({ table, house, shoe }) {
  const edition = textOr(`edition.${table.edition}`, table.edition);
  const rules = text("about.rules", { edition, style: table.style, decks: table.decks });
  return [
    spaced(el("h1", { "data-about": "id" }, table.id)),
    el("p", { "data-about": "rules" }, rules),
    spaced(el("p", { "data-about": "limits", class: "limits" },
      house.limits ? [el("span", {}, text("about.limits")), " ", el("b", {}, house.limits)] : [])),
    el("div", { "data-about": "shoe", class: "shoe", "data-shoe-cards": shoe.cards, "data-shoe-of": shoe.of }, dealt(shoe)),
  ];
}

/** Longer words are smaller ones: the style knows how many letters there are. */
function spaced(element) {
  element.style.setProperty("--letters", Math.max(1, element.textContent.length));
  return element;
}

/** How far the shoe is dealt; where nobody counts what it holds, how many cards have left it. */
function dealt(shoe) {
  if (shoe.number === 0) {
    return el("p", {}, text("shoe.none"));
  }
  const cards = text(shoe.of === null ? "about.cards_out" : "about.cards", shoe);
  return [
    el("p", {}, el("b", {}, text("about.shoe", { number: shoe.number })), " ", cards),
    shoe.of === null ? null : bar(shoe),
  ];
}

function bar({ cards, of }) {
  const filled = el("i");
  filled.style.width = `${Math.min(100, (100 * cards) / of)}%`;
  return el(
    "div",
    {
      class: "bar", role: "progressbar", "aria-label": text("about.progress"), "aria-valuemin": 0, "aria-valuemax": of,
      "aria-valuenow": cards,
    },
    filled,
  );
}
