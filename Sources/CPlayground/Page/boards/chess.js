// Chess: pick up a piece, then click where it goes; a pawn at the end asks what it becomes.

import { h, s } from "../dom.js";
import { grid } from "./grid.js";
import { pieces } from "./chess-pieces.js";

const words = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };

export function chess({ board, moves, play, local, redraw, you, view }) {
  const squares = read(board.fen);
  const isTurned = you === 1;
  const rim = isTurned ? { columns: "hgfedcba", rows: "12345678" } : { columns: "abcdefgh", rows: "87654321" };
  const name = (row, column) => rim.columns[column] + rim.rows[row];
  const targets = moves.filter((move) => move.startsWith(local.from ?? "-"));
  const choose = (square) => {
    const found = targets.filter((move) => move.slice(2, 4) === square);
    local.promotions = null;
    if (found.length > 1) local.promotions = found;
    else if (found.length === 1) return play(found[0]);
    else local.from = local.from === square ? null : square;
    redraw();
  };
  return [
    grid({ rows: 8, columns: 8, label: "Board", rim }, local, (row, column) => {
      const square = name(row, column);
      const piece = squares[square];
      const canGo = moves.some((move) => move.startsWith(square));
      const isTarget = targets.some((move) => move.slice(2, 4) === square);
      const isDark = (square.charCodeAt(0) + Number(square[1])) % 2 === 0;
      return {
        cell: square, label: `${square}${piece ? `, ${describe(piece)}` : ""}${isTarget ? ", possible" : ""}`,
        class: [isDark ? "dark" : "light", isTarget ? "possible" : "", local.from === square ? "picked" : ""].join(" "),
        pressed: canGo ? String(local.from === square) : null, move: square,
        content: piece ? drawPiece(piece) : null,
        onclick: canGo || isTarget ? () => choose(square) : null,
      };
    }),
    local.promotions ? promotion({ local, play, you }) : null,
    board.check ? h("p", { class: "score" }, view.outcome ? "Checkmate" : "Check") : null,
    moves.includes("draw")
      ? h("button", { type: "button", "data-move": "draw", onclick: () => play("draw") }, "Claim a draw")
      : null,
  ];
}

/** The pieces that a pawn at the end can become. */
function promotion({ local, play, you }) {
  return h("div", { class: "choice", role: "group", "aria-label": "Promote to" },
    local.promotions.map((move) => h("button", {
      type: "button", "data-move": move, "aria-label": words[move[4]], onclick: () => play(move),
    }, drawPiece(you === 1 ? move[4] : move[4].toUpperCase()))));
}

/** The pieces of a position by their squares, white ones in capitals. */
function read(fen) {
  const squares = {};
  fen.split(" ")[0].split("/").forEach((rank, row) => {
    let column = 0;
    for (const letter of rank) {
      if (letter >= "1" && letter <= "8") column += Number(letter);
      else squares[`${"abcdefgh"[column++]}${8 - row}`] = letter;
    }
  });
  return squares;
}

function describe(piece) {
  return `${piece === piece.toUpperCase() ? "white" : "black"} ${words[piece.toLowerCase()]}`;
}

function drawPiece(piece) {
  const { outline, lines } = pieces[piece.toLowerCase()];
  const colour = piece === piece.toUpperCase() ? "white" : "black";
  return s("svg", { viewBox: "-52 -56 104 104", "aria-hidden": "true", class: `man ${colour}` },
    s("path", { class: "body", d: outline }), s("path", { class: "lines", d: lines }));
}
