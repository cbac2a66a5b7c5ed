// How the boards are drawn: columns and the size of a cell in pixels; and how many corners of a number stick out of the
// disc it is in.
const cell = (road) => 20 * road.getScreenCTM().a;
const box = (element) => element.getBoundingClientRect();
const roads = [...document.querySelectorAll("[data-road]")];
const out = [...document.querySelectorAll("[data-road=big] [data-mark]:not([data-ties='0'])")].map((mark) => {
  const disc = box([...mark.querySelectorAll("circle")].at(-1));
  const text = mark.querySelector("text").getBBox();
  const scale = mark.getScreenCTM().a;
  // A digit is as high as 0.72 of its letters' size and stands on their line.
  const size = Number(mark.querySelector("text").getAttribute("font-size"));
  return Math.hypot(text.width * scale, 0.72 * size * scale) > disc.width;
});
return {
  cells: Object.fromEntries(roads.map((road) => [road.dataset.road, cell(road)])),
  columns: Object.fromEntries(roads.map((road) => [road.dataset.road, road.viewBox.baseVal.width / 20])),
  numbers: out.length,
  sticking_out: out.filter(Boolean).length,
};
