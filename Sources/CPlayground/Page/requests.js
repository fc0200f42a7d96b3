// The requests of the phones, with the service's answers, as they go by.

import { h } from "./dom.js";
import { icon } from "./icons.js";

/** How many are shown. */
const most = 60;
const exchanges = [];
let only = "all";
let isHidden = matchMedia("(max-width: 1199px)").matches;

/** Keeps an exchange to be drawn. */
export function addExchange(exchange) {
  exchanges.unshift(exchange);
  exchanges.splice(most);
}

/** The panel. */
export function drawRequests({ state, redraw }) {
  const owners = [...new Set(state.phones.map((phone) => phone.owner))];
  if (!owners.includes(only)) only = "all";
  const shown = exchanges.filter((exchange) => only === "all" || exchange.owner === only);
  document.body.dataset.requests = isHidden ? "hidden" : "shown";
  return [
    h("header", {},
      h("h2", {}, "Requests"),
      isHidden ? null : h("select", {
        "aria-label": "Whose requests", onchange: (event) => { only = event.target.value; redraw(); },
      }, h("option", { value: "all" }, "Everybody’s"), owners.map((owner) =>
         h("option", { value: owner, selected: owner === only }, `${owner}’s`))),
      h("button", {
        type: "button", id: "toggle-requests", "aria-expanded": String(!isHidden),
        onclick: () => { isHidden = !isHidden; redraw(); },
      }, isHidden ? "Show" : "Hide")),
    isHidden
      ? null
      : h("p", { class: "hint" }, "What the phones say to ", h("code", {}, state.service), ", newest first."),
    isHidden ? null : h("ol", {}, shown.map(drawExchange)),
  ];
}

function drawExchange(exchange) {
  const name = `${exchange.owner}’s ${exchange.device}`;
  const kind = exchange.status === null ? "lost" : exchange.status < 400 ? "fine" : "refused";
  const path = exchange.path.replace("/v1", "").replace(/(sessions|messages)\/[^/]+/, "$1/…");
  return h("li", { key: exchange.number },
    h("details", { class: "exchange" },
      h("summary", {},
        h("span", {
          class: `disc small owner-${exchange.owner.toLowerCase()}`, title: name, "aria-hidden": "true",
        }, name[0]),
        h("span", { class: "what" },
          h("span", { class: "hidden" }, `${name}: `), h("b", {}, exchange.method), ` ${path}`),
        h("span", { class: `code ${kind}` }, exchange.status === null ? "no answer" : String(exchange.status)),
        h("span", { class: "time" }, `${exchange.milliseconds} ms`)),
      h("div", { class: "detail" },
        h("button", {
          type: "button", class: "copy-curl", onclick: (event) => copy(exchange, event.currentTarget),
        }, icon("copy"), "Copy as curl"),
        h("pre", { tabindex: "0", "aria-label": "Request as curl" }, exchange.curl),
        h("h3", {}, "Answer"),
        h("pre", { tabindex: "0", "aria-label": "Answer" }, pretty(exchange.answer)))));
}

function pretty(text) {
  if (!text) return "(nothing)";
  try {
    return JSON.stringify(JSON.parse(text), null, 1);
  } catch {
    return text.slice(0, 2000);
  }
}

/** Copies the command with the phone's credential, which is not on the page otherwise. */
async function copy(exchange, button) {
  const answer = await fetch(`exchanges/${exchange.number}/curl`);
  await navigator.clipboard.writeText(answer.ok ? await answer.text() : exchange.curl);
  button.dataset.copied = "";
  button.lastChild.data = "Copied";
}
