// Twenty-one, a game of this page's own on the open game: in turns everybody adds one, two or three; whoever comes to
// 21 wins. The service keeps the state and the turns; the rules are here.

import { h } from "./dom.js";

const goal = 21;

export const twentyOne = {
  name: "Twenty-one",
  options: (people) => ({ seats: Math.max(2, people), order: "rotation" }),
  draw,
};

function draw({ board, may, play, you, names, view }) {
  const count = board.state?.count ?? 0;
  const add = (number) => {
    const sum = count + number;
    const me = you ?? view.toAct[0];
    const said = `{mover} said ${sum}`;
    play(sum === goal
      ? {
        state: { count: sum }, outcome: { winners: [me] },
        texts: { caption: "{mover} came to 21 and won", summaryText: "{mover} won at twenty-one" },
      }
      : { state: { count: sum }, texts: { caption: said, summaryText: said } });
  };
  return [
    h("div", { class: "beads", role: "img", "aria-label": `${count} of ${goal}` }, Array.from({ length: goal }, (_, index) =>
      h("span", { class: index < count ? "bead full" : "bead" }, index + 1 === count ? String(count) : ""))),
    h("p", { class: "score" }, "Add one, two or three. Who comes to 21 wins."),
    h("div", { class: "choice" }, [1, 2, 3].filter((number) => count + number <= goal).map((number) => h("button", {
      type: "button", "data-move": may ? `+${number}` : null, "data-plays": may, "aria-disabled": may ? null : "true",
      onclick: may ? () => add(number) : null,
    }, `Say ${count + number}`))),
  ];
}
