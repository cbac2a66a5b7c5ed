// Elements of a page, and how a page comes to look like a newly built one.
//
// Decides nothing about the table. Pages are built whole from the state every time; `show` then changes only what
// differs, so that what stays the same keeps its focus and is not animated again. It never takes markup: text is text.

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element. `attributes` with the value false, null or undefined are left out, true is an empty one. */
export function el(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Make the children of `parent` equal to `children`. An element with another `data-key` is a new one. */
export function show(parent, ...children) {
  settle(parent, el("div", {}, ...children));
}

function settle(now, wanted) {
  const children = [...wanted.childNodes]; // a copy: those that are taken over leave `wanted`
  while (now.childNodes.length > children.length) {
    now.lastChild.remove();
  }
  children.forEach((child, place) => {
    const old = now.childNodes[place];
    if (!old) {
      now.append(child);
    } else if (!alike(old, child)) {
      old.replaceWith(child);
    } else if (old.nodeType === Node.TEXT_NODE) {
      if (old.data !== child.data) {
        old.data = child.data;
      }
    } else if (!old.isEqualNode(child)) {
      dress(old, child);
      settle(old, child);
    }
  });
}

function alike(old, child) {
  return old.nodeName === child.nodeName && old.dataset?.key === child.dataset?.key;
}

function dress(old, child) {
  for (const name of old.getAttributeNames()) {
    if (!child.hasAttribute(name)) {
      old.removeAttribute(name);
    }
  }
  for (const name of child.getAttributeNames()) {
    if (name !== "style" && old.getAttribute(name) !== child.getAttribute(name)) {
      old.setAttribute(name, child.getAttribute(name));
    }
  }
  if (old.style.cssText !== child.style.cssText) {
    old.style.cssText = child.style.cssText; // as an attribute the page's policy would refuse it
  }
}
