// Every word a person reads, by its key in the catalogue. No other module and no page has words of its own.

let catalogue = {};

/** Fetch the catalogue, and put its words into the page: elements say which with data-text, data-label. */
export async function loadTexts() {
  const answer = await fetch("/texts.json");
  if (!answer.ok) {
    throw new Error(`texts.json: ${answer.status}`);
  }
  catalogue = await answer.json();
  document.documentElement.lang = text("language");
  for (const element of document.querySelectorAll("[data-text]")) {
    element.textContent = text(element.dataset.text);
  }
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", text(element.dataset.label));
  }
}

/** The text of `key`, with {name} in it replaced by the value of that name. A key without a text stands for itself. */
export function text(key, values = {}) {
  return (catalogue[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** The text of `key`, or `otherwise` where the catalogue has none: for codes that the controller may add. */
export function textOr(key, otherwise) {
  return catalogue[key] ?? otherwise;
}
