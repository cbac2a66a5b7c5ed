// Note when the display has first drawn each number of cards: milliseconds since 1970, of this machine's clock.
window.drawn = {};
const note = () => {
  const cards = document.querySelector("[data-shoe-cards]")?.dataset.shoeCards;
  // What has changed is drawn behind the first of these, and is on the screen before the second.
  requestAnimationFrame(() => requestAnimationFrame(() => {
    window.drawn[cards] ??= performance.timeOrigin + performance.now();
  }));
};
const everything = { subtree: true, childList: true, attributes: true, characterData: true };
new MutationObserver(note).observe(document.body, everything);
