// The boards, by the names of their games, in the order in which they are offered.

import { chess } from "./chess.js";
import { crazyEights } from "./crazy-eights.js";
import { dotsAndBoxes } from "./dots-and-boxes.js";
import { fourInARow, ticTacToe } from "./lines.js";
import { iceCream } from "./ice-cream.js";
import { reversi } from "./reversi.js";
import { rockPaperScissors } from "./rock-paper-scissors.js";
import { seaBattle } from "./sea-battle.js";
import { twentyOne } from "./twenty-one.js";
import { yacht } from "./yacht.js";

/** Each draws a board from what the service says of it, and plays what is clicked. */
export const boards = {
  "ice-cream": iceCream, "tic-tac-toe": ticTacToe, "four-in-a-row": fourInARow, reversi, chess,
  "dots-and-boxes": dotsAndBoxes, "sea-battle": seaBattle, "crazy-eights": crazyEights, yacht,
  "rock-paper-scissors": rockPaperScissors, open: twentyOne,
};

export const gameNames = {
  "ice-cream": "Ice cream", "tic-tac-toe": "Tic-tac-toe", "four-in-a-row": "Four in a row", reversi: "Reversi",
  chess: "Chess", "dots-and-boxes": "Dots and boxes", "sea-battle": "Sea battle", "crazy-eights": "Crazy eights",
  yacht: "Yacht", "rock-paper-scissors": "Rock, paper, scissors", open: "Twenty-one",
};
