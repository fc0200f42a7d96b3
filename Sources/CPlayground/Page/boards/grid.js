// A grid of buttons: one of them can be reached by the tab key, the others from it by the arrow keys.

import { h } from "../dom.js";

const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/**
 * Draws a grid. `cell(row, column)` tells of each cell its `label`, `class`, `content`, `move` (the word of what a
 * click does, for those that do something) and `onclick`. `rim`: what captions call the columns and the rows.
 */
export function grid({ rows, columns, label, rim, name = "cursor" }, local, cell) {
  const [cursorRow, cursorColumn] = local[name] ?? [0, 0];
  const move = (event) => {
    const step = steps[event.key];
    const button = event.target.closest("button");
    if (!step || !button) return;
    event.preventDefault();
    const row = Math.min(rows - 1, Math.max(0, Number(button.dataset.row) + step[0]));
    const column = Math.min(columns - 1, Math.max(0, Number(button.dataset.column) + step[1]));
    local[name] = [row, column];
    button.tabIndex = -1;
    const target = event.currentTarget.querySelector(`[data-row="${row}"][data-column="${column}"]`);
    target.tabIndex = 0;
    target.focus();
  };
  const board = h("div", { class: "grid", role: "grid", "aria-label": label, "data-columns": columns, onkeydown: move },
    range(rows).map((row) => h("div", { role: "row" }, range(columns).map((column) => {
      const { content, onclick, ...rest } = cell(row, column);
      return h("span", { role: "gridcell" }, h("button", {
        type: "button", class: rest.class, "aria-label": rest.label, "aria-disabled": onclick ? null : "true",
        "aria-pressed": rest.pressed, "data-move": onclick ? rest.move : null, "data-cell": rest.cell,
        "data-row": row, "data-column": column,
        tabindex: row === cursorRow && column === cursorColumn ? 0 : -1,
        onclick: onclick && (() => { local[name] = [row, column]; onclick(); }),
      }, content));
    }))));
  return rim ? h("div", { class: "rimmed" }, side("columns", rim.columns), side("rows", rim.rows), board) : board;
}

/** One side of the rim; whoever hears the cells hears their names. */
function side(name, texts) {
  return h("div", { class: name, "aria-hidden": "true" }, [...texts].map((text) => h("span", {}, text)));
}

/** The numbers from 0 on. */
export function range(count) {
  return Array.from({ length: count }, (_, index) => index);
}

/** The name of a cell: column letter and row number, from the top left. */
export function cellName(row, column) {
  return `${"abcdefghij"[column]}${row + 1}`;
}
