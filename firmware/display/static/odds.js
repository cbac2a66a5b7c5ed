// What the house pays: the odds of every wager, the commission, and which Banker wagers it can pay exactly.
//
// Every number is told; this page works out none.

import { el } from "./element.js";
import { text } from "./texts.js";

/** The parts of the list: a wager or a condition each. */
export function odds({ house }) {
  const { commission, banker_wagers: wagers } = house;
  const paid = Object.entries(house.odds).map(([bet, much]) => part({ "data-odds": bet }, text(`bet.${bet}`),
    text("odds.paid", { much }), bet === "banker" ? text("odds.commission", { commission }) : null));
  const key = wagers?.steps ? "odds.steps" : "odds.smallest";
  return wagers ? [...paid, part({ "data-banker-wagers": key }, text(key), wagers.smallest)] : paid;
}

function part(hooks, term, told, more = null) {
  return el("div", hooks, el("dt", {}, term), " ", el("dd", {}, told), more && [" ", el("dd", { class: "less" }, more)]);
}
