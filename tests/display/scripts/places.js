// Where things lie on a display, in pixels: left, top, right, bottom. `cut` are texts that find no room.
const seen = (element) => element.checkVisibility();
const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
const box = (element) => {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return [left, top, right, bottom];
};
const placed = (selector) => all(selector).map((element) => [
  element.dataset.board ?? element.dataset.hand ?? element.dataset.about ?? element.id ?? element.getAttribute("class"), box(element)]);
const full = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }, { overflow }) =>
  scrollWidth > clientWidth + 2 || (overflow === "hidden" && scrollHeight > clientHeight + 2);
const cut = all("h1, h2, p, span, dt, dd, output").filter((element) => {
  const style = getComputedStyle(element);
  return element.textContent && style.display !== "inline" && full(element, style);
});
return {
  blocks: placed("#about, [data-hand], .middle, #boards, #odds, [data-notice]"),
  inner: placed("[data-board], .numbers"),
  head: placed("[data-about]"),
  loose: placed("[data-card], [data-road], [data-count], .lamp.on, .result, .headline, [data-stat], [data-about], [data-odds], [data-banker-wagers]"),
  cut: cut.map(({ outerHTML }) => outerHTML),
  width: innerWidth,
  height: innerHeight,
};
