// What keeps somebody from using the page who does not see it, or touches it with a thumb.
const troubles = [];
const seen = (element) => element.checkVisibility();
const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
const trouble = (what, element) => troubles.push(`${what}: ${element.outerHTML.slice(0, 120)}`);
const labelled = (element) => element.getAttribute("aria-label") || element.getAttribute("aria-labelledby");

for (const input of all("input, select, textarea")) {
  if (!input.labels.length && !labelled(input)) {
    trouble("no label", input);
  }
}
for (const button of all("button, a[href]")) {
  const { width, height } = button.getBoundingClientRect();
  if (!button.innerText.trim() && !labelled(button)) {
    trouble("no name", button);
  }
  if (width < 43 || height < 43) {
    trouble(`too small to touch, ${width} by ${height}`, button);
  }
}
for (const picture of all("svg, img")) {
  if (!picture.closest("[aria-hidden]") && !picture.parentElement.closest("svg") && !labelled(picture) && !picture.alt) {
    trouble("no words for it", picture);
  }
}
for (const group of all("fieldset, [role=group], dialog[open]")) {
  if (!labelled(group) && !group.querySelector("legend")) {
    trouble("no name", group);
  }
}
const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
troubles.push(...ids.filter((id, n) => ids.indexOf(id) !== n).map((id) => `two have the id ${id}`));
for (const element of all("[aria-labelledby], label[for]")) {
  if (!document.getElementById(element.getAttribute("aria-labelledby") ?? element.getAttribute("for"))) {
    trouble("named after nothing", element);
  }
}
for (const one of ["main", "h1"]) {
  if (all(one).length !== 1) {
    troubles.push(`${all(one).length} of ${one}`);
  }
}
if (!document.documentElement.lang || !document.title) {
  troubles.push("no language, or no title");
}
return troubles;
