// Tic-tac-toe and four in a row.

import { h, s } from "../dom.js";
import { cellName, grid, range } from "./grid.js";

const marks = {
  X: () => s("svg", { viewBox: "0 0 40 40", "aria-hidden": "true", class: "x" },
    s("path", { d: "M10 10 30 30M30 10 10 30" })),
  O: () => s("svg", { viewBox: "0 0 40 40", "aria-hidden": "true", class: "o" },
    s("circle", { cx: 20, cy: 20, r: 11 })),
};

/** Three by three cells. */
export function ticTacToe({ board, moves, play, local }) {
  return grid({ rows: 3, columns: 3, label: "Board" }, local, (row, column) => {
    const cell = cellName(row, column);
    const mark = board.rows[row][column];
    return {
      cell, move: cell, label: `${cell}, ${mark === "." ? "empty" : mark}`, content: marks[mark]?.(),
      onclick: moves.includes(cell) ? () => play(cell) : null,
    };
  });
}

/** Seven columns, each a button. */
export function fourInARow({ board, moves, play }) {
  const words = { X: "red", O: "yellow", ".": "empty" };
  return h("div", { class: "rack", role: "group", "aria-label": "Rack" }, range(7).map((column) => {
    const discs = board.rows.map((row) => row[column]);
    const filled = discs.filter((disc) => disc !== ".").reverse().map((disc) => words[disc]);
    const move = String(column + 1);
    const isLegal = moves.includes(move);
    return h("button", {
      type: "button", "data-move": isLegal ? move : null, "aria-disabled": isLegal ? null : "true",
      "aria-label": `Column ${move}: ${filled.length ? `from below ${filled.join(", ")}` : "empty"}`,
      onclick: isLegal ? () => play(move) : null,
    }, h("span", { class: "number", "aria-hidden": "true" }, move),
    discs.map((disc) => h("span", { class: `disc ${words[disc]}` })));
  }));
}
