// Elements, and how those on the page become others without losing focus or scroll position.

const SVG = "http://www.w3.org/2000/svg";

function make(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element[name] = value;
    else if (name === "key") element.key = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...present(children));
  return element;
}

/** Children as one list, without those that are absent. */
function present(children) {
  return children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false);
}

/** An HTML element; attributes whose names begin with "on" are event handlers, `key` tells siblings apart. */
export function h(tag, attributes, ...children) {
  return make(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function s(tag, attributes, ...children) {
  return make(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * An element of an SVG document; what it declares has names that begin with a prefix, so that two pictures on one page
 * don't use each other's.
 */
export function parseSVG(text, prefix) {
  const own = text.replace(/(\bid="|url\(#|href="#)/g, `$1${prefix}`);
  return document.importNode(new DOMParser().parseFromString(own, "image/svg+xml").documentElement, true);
}

const handlers = ["onclick", "onkeydown", "onchange", "oninput", "onsubmit", "onfocus", "ontoggle"];

function alike(old, next) {
  return old.nodeName === next.nodeName && old.key === next.key;
}

/** Makes an element equal to another one, with as few changes as possible. */
export function morph(old, next) {
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== next.data) old.data = next.data;
    return;
  }
  for (const { name } of [...old.attributes]) {
    if (!next.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const name of handlers) if (old[name] !== next[name]) old[name] = next[name];
  morphChildren(old, [...next.childNodes]);
}

/** Makes an element's children equal to others. */
export function morphChildren(parent, nodes) {
  const children = present(nodes);
  // NB: whatever goes is removed first, for an element that is moved loses its scroll position.
  const keys = new Set(children.map((child) => child.key));
  for (const child of [...parent.childNodes]) if (child.key !== undefined && !keys.has(child.key)) child.remove();
  let place = parent.firstChild;
  for (const next of children) {
    let match = place;
    while (match && !alike(match, next)) match = match.nextSibling;
    if (!match) {
      parent.insertBefore(next, place);
      continue;
    }
    if (match === place) place = place.nextSibling;
    else if (next.key === undefined) {
      while (place !== match) [place] = [place.nextSibling, place.remove()];
      place = match.nextSibling;
    } else parent.insertBefore(match, place);
    morph(match, next);
  }
  while (place) [place] = [place.nextSibling, place.remove()];
}
