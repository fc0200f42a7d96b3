// The counter of Apple's IceCreamBuilder: a base, a flavour, and a topping from everybody.

import { h } from "../dom.js";
import { drawIceCream } from "./ice-cream-drawing.js";

const parts = {
  Base: ["Sugar cone", "Waffle cone", "Chocolate cone", "Striped cup"],
  Scoops: [
    "Vanilla", "Strawberry", "Chocolate", "Mint", "Raspberry", "Lemon", "Blueberry", "Pistachio", "Mango", "Caramel",
  ],
  Topping: [
    "Sprinkles", "Cherries", "Chocolate sauce", "Whipped cream", "Wafers", "Hazelnuts", "Strawberry sauce",
    "Chocolate chips", "Marshmallows", "Caramel sauce", "Mint leaves", "Sugar stars",
  ],
};
const questions = { Base: "Cone or cup?", Scoops: "Which flavour?", Topping: "Which topping do you like?" };

/** The name of a part by its word in the query, such as `scoops02`. */
function name(kind, part) {
  return parts[kind][Number(part.slice(-2)) - 1];
}

export function iceCream({ board, moves, play, names }) {
  const offered = Object.keys(parts).find((kind) => moves.some((move) => move.startsWith(`${kind}=`)));
  return [
    drawIceCream(board),
    h("ul", { class: "others" },
      board.base ? h("li", {}, name("Base", board.base)) : null,
      board.scoops ? h("li", {}, name("Scoops", board.scoops)) : null,
      board.toppings.map(({ seat, part }) => h("li", {}, `${name("Topping", part)} (${names[seat]})`))),
    offered ? h("p", { class: "score" }, questions[offered]) : null,
    offered
      ? h("div", { class: "parts" }, moves.filter((move) => move.startsWith(`${offered}=`)).map((move) => h("button", {
        type: "button", "data-move": move, class: `part ${move.split("=")[1]}`, onclick: () => play(move),
      }, h("span", { class: "swatch", "aria-hidden": "true" }), name(offered, move))))
      : null,
    moves.includes("finish")
      ? h("button", {
        type: "button", class: "primary wide", "data-move": "finish", onclick: () => play("finish"),
      }, "Serve it")
      : null,
  ];
}
