// The head of the display: which table, under which rules, for which stakes, and how far the shoe is dealt.
//
// The shoe is told by how many cards have left it and never by which.

import { el } from "./element.js";
import { text, textOr } from "./texts.js";

/** The parts of the head. */
export function about({ table, shoe }) {
  const edition = textOr(`edition.${table.edition}`, table.edition);
  const rules = text("about.rules", { edition, style: table.style, decks: table.decks });
  return [
    el("h1", { "data-about": "id" }, table.id),
    el("p", { "data-about": "rules" }, rules),
    el("p", { "data-about": "limits", class: "limits" },
      table.limits ? [el("span", {}, text("about.limits")), " ", el("b", {}, table.limits)] : []),
    el("div", { "data-about": "shoe", class: "shoe" },
      el("p", {}, el("b", {}, text("about.shoe", { number: shoe.number })), " ", text("about.cards", shoe)),
      bar(shoe)),
  ];
}

function bar({ cards, of }) {
  const filled = el("i");
  filled.style.width = `${of ? Math.min(100, (100 * cards) / of) : 0}%`;
  return el(
    "div",
    {
      class: "bar", role: "progressbar", "aria-label": text("about.progress"), "aria-valuemin": 0, "aria-valuemax": of,
      "aria-valuenow": cards, "data-shoe-cards": cards, "data-shoe-of": of,
    },
    filled,
  );
}
