// Texts that are too faint for WCAG AA, worked out from computed styles.
const parse = (colour) => {
  const [r, g, b, a = 1] = colour.match(/[\d.]+/g).map(Number);
  return { r, g, b, a };
};
const mixed = (top, under, part) => top[part] * top.a + under[part] * (1 - top.a);
const over = (top, under) => ({ r: mixed(top, under, "r"), g: mixed(top, under, "g"), b: mixed(top, under, "b"), a: 1 });
const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const light = ({ r, g, b }) => 0.2126 * linear(r / 255) + 0.7152 * linear(g / 255) + 0.0722 * linear(b / 255);
const ratio = (one, other) => {
  const [dark, bright] = [light(one), light(other)].sort((x, y) => x - y);
  return (bright + 0.05) / (dark + 0.05);
};

// Whatever may lie under a text: colours, and the ends of gradients, from the page upwards.
function grounds(element) {
  const above = element.parentElement ? grounds(element.parentElement) : [{ r: 255, g: 255, b: 255, a: 1 }];
  const { backgroundColor, backgroundImage } = getComputedStyle(element);
  const colours = [backgroundColor, ...(backgroundImage.match(/rgba?\([^)]*\)/g) ?? [])].map(parse);
  const painted = colours.filter(({ a }) => a > 0);
  return painted.length ? painted.flatMap((colour) => above.map((one) => over(colour, one))) : above;
}

const faint = new Set();
const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walk.nextNode()) {
  const element = walk.currentNode.parentElement;
  // What is disabled, or dimmed because it is over, need not stand out; letters in pictures are shapes.
  const exempt = element.closest("svg, :disabled, .unseen, [data-shown=last] .count");
  if (walk.currentNode.data.trim() && element.checkVisibility() && !exempt) {
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    const size = parseFloat(fontSize);
    const least = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700) ? 3 : 4.5;
    const worst = Math.min(...grounds(element).map((ground) => ratio(over(parse(color), ground), ground)));
    if (worst < least) {
      faint.add(`${worst.toFixed(2)}: ${element.outerHTML.slice(0, 120)}`);
    }
  }
}
return [...faint];
