// What players agree on: a draw, a move that is taken back, a pause, another game.

import { h } from "./dom.js";

/** What the game lets players offer each other, in the words of the button, of the player who offers, and of others. */
const offers = {
  draw: { button: "A draw", own: "You offer a draw.", others: "offers a draw." },
  undo: { button: "To take my move back", own: "You ask to take a move back.", others: "asks to take a move back." },
  pause: { button: "A pause", own: "You ask for a pause.", others: "asks for a pause." },
};

/** A button for what players can do other than move. */
export function actButton({ post }, action, text, body, attributes) {
  return h("button", {
    type: "button", "data-act": action, onclick: () => post("act", { action, ...body }), ...attributes,
  }, text);
}

/** The open offer, and the answers that this phone's user may give. */
export function drawOffer(here, { view, names }) {
  const { offer, you } = view;
  if (!offer || !offers[offer.kind]) return null;
  const isOwn = offer.seat === you;
  const texts = offers[offer.kind];
  const mayAnswer = you !== null && !offer.accepted.includes(you) && !here.phone.staged;
  return h("div", { class: "offer", role: "group", "aria-label": "Offer", "data-offered": offer.kind },
    h("p", { role: "status" }, isOwn ? texts.own : `${names[offer.seat]} ${texts.others}`,
      offer.accepted.length ? ` ${offer.accepted.map((seat) => names[seat]).join(", ")} agreed.` : null),
    mayAnswer && !isOwn ? actButton(here, "accept", "Accept", {}, { class: "primary" }) : null,
    mayAnswer ? actButton(here, "decline", isOwn ? "Withdraw" : "Decline") : null);
}

/** What this phone's user may offer; goes on after a pause, or begins the next game. */
export function drawAgreements(here, { view }, game) {
  if (here.phone.staged) return null;
  if (view.state === "finished" || view.state === "abandoned" && view.revision > 0) {
    // Who lost the seat by resigning, or was too late, may ask as well.
    if (view.you === null) return null;
    const text = view.rematch ? "Go to the rematch" : "Rematch";
    return actButton(here, "rematch", text, {}, { class: "primary" });
  }
  if (view.state !== "active" || view.you === null) return null;
  const mayPause = view.clock && !view.clock.paused;
  const kinds = (game.offers ?? []).filter((kind) => offers[kind] && (kind !== "pause" || mayPause));
  return [
    view.clock?.paused ? actButton(here, "resume", "Go on") : null,
    view.offer || !kinds.length ? null : h("details", { class: "lost offers" }, h("summary", {}, "Offer"),
      kinds.map((kind) => actButton(here, "offer", offers[kind].button, { kind }, { "data-offer": kind }))),
  ];
}

/** The games that this one's players have won. */
export function drawSeries({ view, names }) {
  if (!view.series) return null;
  const { number, scores } = view.series;
  const parts = scores.map((score, seat) => `${names[seat]}: ${score}`);
  return h("p", { class: "series" }, [`Game ${number} of the series`, ...parts].join(" · "));
}
