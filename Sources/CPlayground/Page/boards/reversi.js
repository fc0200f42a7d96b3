// Reversi: black and white discs on eight by eight cells.

import { h } from "../dom.js";
import { cellName, grid } from "./grid.js";

const rim = { columns: "abcdefgh", rows: "12345678" };
const words = { X: "black", O: "white", ".": "empty" };

export function reversi({ board, moves, play, local }) {
  const count = (disc) => board.rows.join("").split(disc).length - 1;
  return [
    grid({ rows: 8, columns: 8, label: "Board", rim }, local, (row, column) => {
      const cell = cellName(row, column);
      const disc = board.rows[row][column];
      const isLegal = moves.includes(cell);
      return {
        cell, move: cell, label: `${cell}, ${words[disc]}${isLegal ? ", possible" : ""}`,
        class: isLegal ? "possible" : null,
        content: disc === "." ? null : h("span", { class: `piece ${words[disc]}` }),
        onclick: isLegal ? () => play(cell) : null,
      };
    }),
    h("p", { class: "score" }, `Black ${count("X")}, white ${count("O")}`),
    moves.includes("pass")
      ? h("button", { type: "button", class: "primary", "data-move": "pass", onclick: () => play("pass") }, "Pass")
      : null,
  ];
}
