// What a display shows, as a person would say it: hands from the first card to the third, marks in order of origin.
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const body = document.body.dataset;
const side = (name) => ({
  cards: all(`[data-hand=${name}] [data-slot] [data-card]`).map((card) => card.dataset.card),
  count: document.querySelector(`[data-count=${name}]`)?.textContent ?? "",
});
const road = (board) => all("[data-mark]", board).map(({ dataset: cell }) =>
  [Number(cell.col), Number(cell.row), cell.mark, ...(cell.ties === undefined ? [] : [Number(cell.ties)])]);
const lamps = (which) => [...new Set(all(which).map((lamp) => lamp.dataset.lamp))].sort();
const result = document.querySelector("[data-result]");
return {
  stale: body.stale,
  phase: body.phase,
  bets: body.bets,
  player: side("player"),
  banker: side("banker"),
  lamps: lamps("[data-lamp].on"),
  blink: lamps("[data-lamp].blink"),
  result: result?.dataset.result ?? "",
  past: Boolean(result?.classList.contains("last")),
  round: document.querySelector("[data-round]")?.dataset.round ?? "",
  cards: document.querySelector("[data-shoe-cards]")?.dataset.shoeCards ?? "",
  roads: Object.fromEntries(all("[data-road]").map((board) => [board.dataset.road, road(board)])),
  first: Object.fromEntries(all("[data-road]").map((board) => [board.dataset.road, Number(board.dataset.first)])),
  stats: Object.fromEntries(all("[data-stat]").map((stat) => [stat.dataset.stat, Number(stat.textContent)])),
};
