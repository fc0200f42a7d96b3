// Playing cards.

import { h, s } from "../dom.js";

const shapes = {
  H: "M10 17C3 11 2 8 2 6a4 4 0 0 1 8-1 4 4 0 0 1 8 1c0 2-1 5-8 11z", D: "M10 1 17 10 10 19 3 10z",
  S: "M10 2C5 7 2 9 2 12a3.5 3.5 0 0 0 7 1q0 3-2 5h6q-2-2-2-5a3.5 3.5 0 0 0 7-1c0-3-3-5-8-10z",
  C: "M10 2a4 4 0 0 0-3 6.600a4 4 0 1 0 2 6q0 2-2 4h6q-2-2-2-4a4 4 0 1 0 2-6A4 4 0 0 0 10 2z",
};
export const suits = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
const ranks = { A: "ace", T: "10", J: "jack", Q: "queen", K: "king" };

/** The name of a card such as `QS`. */
export function cardName(card) {
  return `${ranks[card[0]] ?? card[0]} of ${suits[card[1]]}`;
}

/** The symbol of a suit. */
export function suitSymbol(suit) {
  const attributes = { viewBox: "0 0 20 20", "aria-hidden": "true", class: `suit ${suits[suit]}` };
  return s("svg", attributes, s("path", { d: shapes[suit] }));
}

/** The face of a card. */
export function cardFace(card) {
  const rank = card[0] === "T" ? "10" : card[0];
  const colour = "DH".includes(card[1]) ? "red" : "black";
  return h("span", { class: `face ${colour}` }, h("b", {}, rank), suitSymbol(card[1]));
}
