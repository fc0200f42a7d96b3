// Rock, paper, scissors: everybody chooses in secret.

import { h, s } from "../dom.js";

const choices = ["rock", "paper", "scissors"];
const drawings = {
  rock: "M8 22c0-8 6-14 13-14s12 5 12 13-5 13-13 13S8 30 8 22zM15 15l5-2M27 27l3-5",
  paper: "M10 6h16l5 5v23H10zM26 6v5h5M15 17h11M15 22h11M15 27h7",
  scissors: "M12 7 26 27M28 7 14 27M12 35a4 4 0 1 1 0-8 4 4 0 0 1 0 8zM28 35a4 4 0 1 1 0-8 4 4 0 0 1 0 8z",
};

function draw(choice) {
  const attributes = { viewBox: "0 0 40 40", "aria-hidden": "true", class: "hand-sign" };
  return s("svg", attributes, s("path", { d: drawings[choice] }));
}

export function rockPaperScissors({ board, moves, play, names, view }) {
  return [
    h("p", { class: "score" }, `Round ${board.round} of ${board.totalRounds}`),
    h("div", { class: "choice signs", role: "group", "aria-label": "Your choice" }, choices.map((choice) => {
      const isLegal = moves.includes(choice);
      return h("button", {
        type: "button", class: board.choice === choice ? "picked" : null, "data-move": isLegal ? choice : null,
        "aria-disabled": isLegal ? null : "true", onclick: isLegal ? () => play(choice) : null,
      }, draw(choice), h("span", {}, choice));
    })),
    h("table", { class: "sheet" },
      h("thead", {}, h("tr", {}, h("td", {}), names.map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, board.rounds.map((round, index) => h("tr", { key: index },
        h("th", { scope: "row" }, `Round ${index + 1}`),
        round.map((choice) => h("td", {}, choice ?? "–")))),
      view.state === "active" ? h("tr", {}, h("th", { scope: "row" }, `Round ${board.round}`),
        names.map((_, seat) => h("td", {}, board.chosen.includes(seat) ? "chosen" : "…"))) : null),
      h("tfoot", {}, h("tr", {},
        h("th", { scope: "row" }, "Points"), board.points.map((points) => h("td", {}, points))))),
  ];
}
