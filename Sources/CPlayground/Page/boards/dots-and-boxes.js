// Dots and boxes: lines are buttons between the dots.

import { h } from "../dom.js";
import { range } from "./grid.js";

export function dotsAndBoxes({ board, moves, play, names, view }) {
  const drawn = new Set(board.edges);
  const edge = (kind, row, column) => {
    const move = `${kind}${row},${column}`;
    const isLegal = moves.includes(move);
    const where = kind === "h" ? "across" : "down";
    return h("button", {
      type: "button", class: `edge ${kind} ${drawn.has(move) ? "drawn" : ""}`, "data-move": isLegal ? move : null,
      "aria-label": `Line ${where}, row ${row + 1}, column ${column + 1}${drawn.has(move) ? ", drawn" : ""}`,
      "aria-disabled": isLegal ? null : "true", onclick: isLegal ? () => play(move) : null,
    });
  };
  const box = (row, column) => {
    const owner = board.boxes[row][column];
    if (owner === null) return h("span", { class: "box" });
    return h("span", { class: `box seat-${owner}` }, view.seats[owner].nickname?.[0] ?? owner + 1);
  };
  const across = (row) => h("div", { class: "lattice-row thin" },
    range(board.columns).flatMap((column) => [h("span", { class: "dot" }), edge("h", row, column)]),
    h("span", { class: "dot" }));
  const down = (row) => h("div", { class: "lattice-row" },
    range(board.columns).flatMap((column) => [edge("v", row, column), box(row, column)]),
    edge("v", row, board.columns));
  return [
    h("div", { class: "lattice", role: "group", "aria-label": "Lattice" },
      range(board.rows).flatMap((row) => [across(row), down(row)]), across(board.rows)),
    h("p", { class: "score" }, board.scores.map((score, seat) => `${names[seat]} ${score}`).join(", ")),
  ];
}
