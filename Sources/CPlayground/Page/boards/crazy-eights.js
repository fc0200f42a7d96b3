// Crazy eights: a hand of cards, the pile and the stock.

import { h } from "../dom.js";
import { cardFace, cardName, suits, suitSymbol } from "./cards.js";

export function crazyEights({ board, moves, play, names, local, redraw, you }) {
  if (!board.top) return h("p", { class: "score" }, "The cards are not dealt yet.");
  const choose = (card) => {
    if (!card.startsWith("8")) return play(card);
    local.eight = card;
    redraw();
  };
  const canDraw = moves.includes("draw");
  const isLegal = (card) => moves.some((move) => move === card || move.startsWith(`${card}:`));
  return [
    h("ul", { class: "others" },
      board.counts.map((count, seat) => seat === you ? null : h("li", {}, `${names[seat]}: ${count}`))),
    h("div", { class: "table" },
      h("button", {
        type: "button", class: "back", "data-move": canDraw ? "draw" : null,
        "aria-disabled": canDraw ? null : "true", "aria-label": `Draw a card; ${board.stock} left`,
        onclick: canDraw ? () => play("draw") : null,
      }, h("span", {}, `${board.stock}`)),
      h("span", {
        class: "playing-card", role: "img", "aria-label": `On the pile: ${cardName(board.top)}`,
      }, cardFace(board.top)),
      h("span", { class: "follow" },
        "Follow ", suitSymbol(board.suit), h("span", { class: "hidden" }, suits[board.suit]))),
    board.hand
      ? h("div", { class: moves.length ? "hand now" : "hand", role: "group", "aria-label": "Your cards" },
        board.hand.map((card) => h("button", {
          type: "button", class: `playing-card ${local.eight === card ? "picked" : ""}`, "aria-label": cardName(card),
          "data-move": isLegal(card) ? card : null, "aria-disabled": isLegal(card) ? null : "true",
          onclick: isLegal(card) ? () => choose(card) : null,
        }, cardFace(card))))
      : null,
    local.eight
      ? h("div", { class: "choice", role: "group", "aria-label": "Name a suit" },
        Object.entries(suits).map(([suit, word]) => h("button", {
          type: "button", "data-move": `${local.eight}:${suit}`, "aria-label": word,
          onclick: () => play(`${local.eight}:${suit}`),
        }, suitSymbol(suit))))
      : null,
    canDraw
      ? h("button", {
        type: "button", class: board.hand.some(isLegal) ? null : "primary", "data-move": "draw",
        onclick: () => play("draw"),
      }, "Draw a card")
      : null,
    moves.includes("pass")
      ? h("button", { type: "button", class: "primary", "data-move": "pass", onclick: () => play("pass") }, "Pass")
      : null,
  ];
}
