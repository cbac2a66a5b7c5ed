// Every text a person reads or hears, and where it is.
const words = [];
const walk = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
while (walk.nextNode()) {
  const { data, parentElement } = walk.currentNode;
  if (data.trim() && !parentElement.closest("script, style")) {
    words.push([data.trim(), parentElement.outerHTML.slice(0, 90)]);
  }
}
for (const name of ["aria-label", "title", "placeholder", "alt"]) {
  for (const element of document.querySelectorAll(`[${name}]`)) {
    words.push([element.getAttribute(name), `${name} of ${element.outerHTML.slice(0, 90)}`]);
  }
}
return words;
