// What lies over a page that is not live. It hides nothing by itself: a stale state is not drawn below it.

import { el } from "./element.js";
import { text } from "./texts.js";

/** The words over a state that is stale, or over a table of which nothing is known yet; nothing over a live one. */
export function veil(state) {
  if (!state.stale) {
    return [];
  }
  const known = state.table ? "stale" : "waiting";
  return [el("strong", {}, text(`${known}.title`)), el("p", {}, text(`${known}.more`))];
}
