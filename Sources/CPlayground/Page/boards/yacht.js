// Yacht: five dice, of which some are kept, and a sheet for each player.

import { h, s } from "../dom.js";

const categories = {
  ones: "Ones", twos: "Twos", threes: "Threes", fours: "Fours", fives: "Fives", sixes: "Sixes",
  "full-house": "Full house", "four-of-a-kind": "Four of a kind", "little-straight": "Little straight",
  "big-straight": "Big straight", choice: "Choice", yacht: "Yacht",
};
const pips = {
  1: [[2, 2]], 2: [[1, 1], [3, 3]], 3: [[1, 1], [2, 2], [3, 3]], 4: [[1, 1], [1, 3], [3, 1], [3, 3]],
  5: [[1, 1], [1, 3], [2, 2], [3, 1], [3, 3]], 6: [[1, 1], [1, 2], [1, 3], [3, 1], [3, 2], [3, 3]],
};

/** A die that shows a number. */
export function die(number) {
  return s("svg", { viewBox: "0 0 40 40", "aria-hidden": "true", class: "die" },
    s("rect", { x: 1, y: 1, width: 38, height: 38, rx: 9 }),
    (pips[number] ?? []).map(([x, y]) => s("circle", { cx: x * 10, cy: y * 10, r: 3.6 })));
}

export function yacht({ board, moves, play, names, local, redraw, you, view }) {
  const kept = (local.kept ??= new Set());
  const toggle = (index) => { kept.has(index) ? kept.delete(index) : kept.add(index); redraw(); };
  const faces = [...kept].map((index) => board.dice[index]).sort();
  const roll = faces.length === 0 ? "roll" : `keep ${faces.join(" ")}`;
  const canRoll = moves.includes(roll);
  const canKeep = moves.some((move) => move.startsWith("keep"));
  return [
    board.dice.length
      ? h("div", { class: "dice", role: "group", "aria-label": "Dice" }, board.dice.map((number, index) => h("button", {
        type: "button", "aria-pressed": canKeep ? String(kept.has(index)) : null,
        "aria-disabled": canKeep ? null : "true",
        "aria-label": `${number}${kept.has(index) ? ", kept" : ""}`, onclick: canKeep ? () => toggle(index) : null,
      }, die(number))))
      : null,
    moves.includes("roll") ? h("button", {
      type: "button", class: "primary wide", "data-move": canRoll ? roll : null,
      "aria-disabled": canRoll ? null : "true",
      onclick: canRoll ? () => play(roll) : null,
    }, rollLabel(board, kept)) : null,
    canKeep ? h("p", { class: "score" }, "Click the dice that you keep.") : null,
    drawSheet({ board, moves, play, names, you, view }),
  ];
}

function rollLabel(board, kept) {
  if (board.dice.length === 0) return "Roll the dice";
  return kept.size ? "Roll the others" : `Roll all again (${board.rollsLeft} left)`;
}

function drawSheet({ board, moves, play, names, you }) {
  const total = (sheet) => Object.values(sheet).reduce((sum, points) => sum + points, 0);
  const cell = (category, sheet, seat) => {
    const move = `score ${category}`;
    if (sheet[category] !== undefined) return sheet[category];
    if (seat !== you || !moves.includes(move)) return "";
    return h("button", {
      type: "button", "data-move": move, "aria-label": `Score ${categories[category]}`, onclick: () => play(move),
    }, "score");
  };
  const attributes = { class: "scroll", tabindex: "0", role: "region", "aria-label": "Sheets" };
  return h("div", attributes, h("table", { class: "sheet" },
    h("thead", {}, h("tr", {}, h("td", {}), names.map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, Object.entries(categories).map(([category, word]) => h("tr", { key: category },
      h("th", { scope: "row" }, word), board.scores.map((sheet, seat) => h("td", {}, cell(category, sheet, seat)))))),
    h("tfoot", {}, h("tr", {},
      h("th", { scope: "row" }, "Total"), board.scores.map((sheet) => h("td", {}, total(sheet)))))));
}
