// A board: the service's picture of it, the places in it that can be clicked, and a list of moves that have no place.

import { h, parseSVG, s } from "./dom.js";

/** Draws a board. Its user makes a move by clicking places one after another, or by choosing it from the list. */
export function drawBoard(context) {
  const { picture, prefix, moves, may, examples, play, local } = context;
  const texts = (moves ?? examples).map(textOf);
  const board = picture ? parseSVG(picture, `${prefix}-`) : null;
  const places = board ? [...board.querySelectorAll("[data-place]")] : [];
  local.picked ??= "";
  const names = places.map((place) => place.dataset.place);
  const isNext = (name, beginning) => texts.some((text) =>
    text.startsWith(beginning) && firstPlace(text.slice(beginning.length), names) === name);
  if (may) for (const place of places) offer(place, moves ?? examples, texts, isNext, context);
  board?.setAttribute("class", "picture");
  board?.setAttribute("role", "group");
  board?.setAttribute("aria-label", "Board");
  makeReachable(places.filter((place) => place.dataset.move), local);
  const listed = may ? (moves ?? examples).filter((move, index) => isListed(texts[index], local.picked, names)) : [];
  return [
    board,
    listed.length ? h("div", { class: "moves", role: "group", "aria-label": "Moves" }, listed.map((move) => h("button", {
      type: "button", "data-move": textOf(move), "data-plays": true, onclick: () => play(move),
    }, textOf(move)))) : null,
    may && !moves ? drawField(examples, play) : null,
  ];
}

/** A move as people write it: JSON, but for texts. */
function textOf(move) {
  return typeof move === "string" ? move : JSON.stringify(move);
}

/** Whether a move goes on from what was clicked, and no place leads to it. */
function isListed(text, picked, names) {
  if (!text.startsWith(picked)) return false;
  const rest = text.slice(picked.length);
  return rest !== "" && firstPlace(rest, names) === null;
}

/** The place that the rest of a move begins with: A10, not A1; null if there is none. */
function firstPlace(rest, names) {
  return names.reduce((found, name) =>
    rest.startsWith(name) && name.length > (found?.length ?? 0) ? name : found, null);
}

/** Lets a place be clicked if that makes a move, or the beginning of one. */
function offer(place, moves, texts, isNext, { play, local, redraw }) {
  const name = place.dataset.place;
  const next = isNext(name, local.picked) ? local.picked + name : name;
  const isPicked = local.picked !== "" && local.last === name;
  if (!isPicked && next === name && !isNext(name, "")) return;
  const choose = () => {
    local.cursor = name;
    if (!isPicked && texts.includes(next)) return play(moves[texts.indexOf(next)]);
    [local.picked, local.last] = isPicked ? ["", null] : [next, name];
    redraw();
  };
  const attributes = {
    "data-move": next, "data-plays": !isPicked && texts.includes(next), role: "button", "aria-label": name,
    "aria-pressed": isPicked ? "true" : null,
    class: isPicked ? "picked" : next === local.picked + name ? "possible" : null,
  };
  for (const [attribute, value] of Object.entries(attributes)) if (value) place.setAttribute(attribute, value);
  place.append(s("title", {}, name));
  // So that the focus stays on this place while others come and go.
  place.key = name;
  place.onclick = choose;
}

const directions = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** Lets one place be reached by the tab key, and the others from it by the arrow keys. */
function makeReachable(places, local) {
  const current = places.find((place) => place.dataset.place === local.cursor) ?? places[0];
  for (const place of places) {
    place.setAttribute("tabindex", place === current ? "0" : "-1");
    place.onkeydown = (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        event.currentTarget.onclick();
      } else if (directions[event.key]) {
        event.preventDefault();
        moveFocus(event.currentTarget, directions[event.key], local);
      }
    };
  }
}

/** Focuses the nearest place in a direction. */
function moveFocus(from, [right, down], local) {
  let nearest = null;
  for (const place of from.parentNode.querySelectorAll("[data-place][tabindex]")) {
    const [x, y] = [middle(place, "x", "width") - middle(from, "x", "width"),
      middle(place, "y", "height") - middle(from, "y", "height")];
    const along = x * right + y * down;
    if (along <= 0) continue;
    const distance = along + 3 * Math.abs(x * down + y * right);
    if (!nearest || distance < nearest.distance) nearest = { place, distance };
  }
  if (!nearest) return;
  from.setAttribute("tabindex", "-1");
  nearest.place.setAttribute("tabindex", "0");
  nearest.place.focus();
  local.cursor = nearest.place.dataset.place;
}

function middle(place, start, size) {
  return Number(place.getAttribute(start)) + Number(place.getAttribute(size)) / 2;
}

/** A field for moves that are too many to list, with an example in it. */
function drawField(examples, play) {
  const enter = (event) => {
    event.preventDefault();
    const text = new FormData(event.target).get("move").trim();
    play(typeof examples[0] === "string" ? text : jsonOf(text) ?? text);
  };
  return h("form", { class: "notation", onsubmit: enter },
    h("input", {
      name: "move", required: true, autocomplete: "off", "aria-label": "A move", value: textOf(examples[0] ?? ""),
    }),
    h("button", { type: "submit", "data-do": "play-text" }, "Play"));
}

/** What JSON says; undefined for what is none. */
function jsonOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
