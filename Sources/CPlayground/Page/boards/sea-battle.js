// Sea battle: place a fleet, by hand or by chance, then shoot.

import { h } from "../dom.js";
import { grid, range } from "./grid.js";

const lengths = [5, 4, 3, 3, 2];
const rim = { columns: "ABCDEFGHIJ", rows: range(10).map((row) => String(row + 1)) };
const name = (row, column) => rim.columns[column] + rim.rows[row];

/** The cells of a ship such as `A1h5`. */
function cells(ship) {
  const [, letter, row, direction, length] = ship.match(/^([A-J])(\d+)([hv])(\d)$/);
  const [top, left] = [Number(row) - 1, letter.charCodeAt(0) - 65];
  return range(Number(length)).map((step) => direction === "h" ? [top, left + step] : [top + step, left])
    .map(([cellRow, column]) => cellRow < 10 && column < 10 ? name(cellRow, column) : null);
}

function fits(ship, ships) {
  const taken = new Set(ships.flatMap(cells));
  return cells(ship).every((cell) => cell && !taken.has(cell));
}

function randomFleet() {
  const ships = [];
  while (ships.length < lengths.length) {
    const spot = name(Math.floor(Math.random() * 10), Math.floor(Math.random() * 10));
    const ship = `${spot}${Math.random() < 0.5 ? "h" : "v"}${lengths[ships.length]}`;
    if (fits(ship, ships)) ships.push(ship);
  }
  return ships;
}

export function seaBattle(context) {
  const { board, may } = context;
  if (board.phase === "place" && may) return place(context);
  const seas = board.yours
    ? [["Their sea", board.theirs, true], ["Your sea", board.yours, false]]
    : board.seats.map((sea, seat) => [`Sea of ${context.names[seat]}`, sea, false]);
  return seas.map(([label, sea, isTarget], index) => drawSea(label, sea, isTarget, context, `sea${index}`));
}

function drawSea(label, sea, isTarget, { moves, play, local }, cursor) {
  const shots = new Map(sea.shots.map((shot) => [shot.cell, shot]));
  const sunk = new Set((sea.sunk ?? []).flatMap(cells));
  const ships = new Set((sea.ships ?? []).flatMap(cells));
  return h("div", { class: isTarget ? "sea target" : "sea" }, h("h4", {}, label),
    grid({ rows: 10, columns: 10, label, rim, name: cursor }, local, (row, column) => {
      const cell = name(row, column);
      const shot = shots.get(cell);
      const word = sunk.has(cell) ? "sunk" : shot ? (shot.hit ? "hit" : "miss") : ships.has(cell) ? "ship" : "water";
      return {
        cell, move: cell, label: `${cell}, ${word}`, class: word,
        onclick: isTarget && moves.includes(cell) ? () => play(cell) : null,
      };
    }));
}

function place({ local, play, redraw }) {
  local.ships ??= [];
  local.direction ??= "h";
  const next = lengths[local.ships.length];
  const change = (action) => () => { action(); redraw(); };
  const taken = new Map(local.ships.flatMap((ship, index) => cells(ship).map((cell) => [cell, index])));
  return [
    h("p", { class: "score", role: "status" },
      next ? `Click where the ship of ${next} begins.` : "All ships are placed."),
    h("div", { class: "sea placing" }, grid({ rows: 10, columns: 10, label: "Your sea", rim }, local, (row, column) => {
      const cell = name(row, column);
      const index = taken.get(cell);
      const ship = `${cell}${local.direction}${next}`;
      return {
        cell, label: `${cell}, ${index === undefined ? "water" : `ship of ${lengths[index]}`}`,
        class: index === undefined ? "water" : "ship",
        onclick: index === undefined && next && fits(ship, local.ships) ? change(() => local.ships.push(ship)) : null,
      };
    })),
    h("div", { class: "choice" },
      h("button", {
        type: "button", "data-do": "random-fleet", onclick: change(() => { local.ships = randomFleet(); }),
      }, "By chance"),
      h("button", {
        type: "button", "data-do": "turn-ship",
        onclick: change(() => { local.direction = local.direction === "h" ? "v" : "h"; }),
      }, local.direction === "h" ? "Turn: across" : "Turn: down"),
      h("button", {
        type: "button", "data-do": "take-back-ship", "aria-disabled": String(!local.ships.length),
        onclick: change(() => local.ships.pop()),
      }, "Take back"),
      h("button", {
        type: "button", class: "primary", "data-move": next ? null : "place", "aria-disabled": String(Boolean(next)),
        onclick: next ? null : () => play(`place ${local.ships.join(",")}`),
      }, "Ready")),
  ];
}
