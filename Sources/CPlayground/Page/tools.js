// What happens to everybody at once.

import { h } from "./dom.js";

let people = null;

/** The buttons over the phones. */
export function drawTools({ state, post, redraw }) {
  const ready = state.phones.filter((phone) => phone.staged).length;
  const waiting = state.phones.reduce((sum, phone) => sum + phone.undelivered, 0);
  people ??= String(new Set(state.phones.map((phone) => phone.owner)).size);
  const option = (count) => h("option", { value: count, selected: people === String(count) }, `${count} people`);
  return [
    h("button", {
      type: "button", class: "primary", id: "send-all", "aria-disabled": String(ready < 2),
      title: "For two or more messages that wait to be sent: each phone gets the others’ after its own",
      onclick: () => ready >= 2 && post("tricks/send-all-at-once"),
    }, "Send all at the same time"),
    h("button", {
      type: "button", id: "deliver", "aria-disabled": String(waiting === 0),
      onclick: () => waiting > 0 && post("tricks/deliver"),
    }, "Deliver"),
    h("span", { class: "delivered", role: "status" }, waiting ? `${waiting} on the way` : "All delivered"),
    h("span", { class: "afresh" },
      h("select", {
        id: "people", "aria-label": "How many people", onchange: (event) => { people = event.target.value; redraw(); },
      }, [2, 3, 4, 5, 6].map(option)),
      h("button", {
        type: "button", id: "afresh", onclick: () => post("tricks/start-afresh", { people: Number(people) }),
      }, "Start afresh")),
  ];
}
