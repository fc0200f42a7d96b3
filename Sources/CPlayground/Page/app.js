// The game's app on a phone: a list of games while no message is open, else the game.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { drawBoard } from "./board.js";
import { chosenClock, drawClock, drawClockChoice } from "./clock.js";
import { actButton, drawAgreements, drawOffer, drawSeries } from "./offers.js";
import { twentyOne } from "./twenty-one.js";

/** The games whose rules are this page's own, by the games of the service that keep them. */
const apps = { open: twentyOne };

/** The app below the conversation. */
export function drawApp(here) {
  return here.phone.app ? drawGame(here) : drawGames(here);
}

function drawGames({ phone, state, post, local, redraw }) {
  const own = local(phone, "games");
  const people = 1 + Object.keys(phone.names).length;
  return h("section", { class: "app", "aria-label": "Begin a game" },
    h("p", { class: "lead" }, phone.transcript.length ? "Tap a message to open it, or begin a game:" : "Begin a game:"),
    h("div", { class: "games" }, state.games.map((game) => h("button", {
      type: "button", "data-game": game.game, class: game.game === state.game ? "proposed" : null,
      title: people < game.seats.from ? "Needs more people" : game.notation,
      onclick: () => post("create", {
        game: game.game, options: optionsOf(game, people), clock: chosenClock(own),
      }),
    }, nameOf(game)))),
    drawClockChoice(own, redraw),
    drawLinks({ phone, post }));
}

function nameOf(game) {
  return apps[game.game]?.name ?? game.name;
}

/** Of the service's own games the usual ones: a seat for everybody, as far as the game goes. */
function optionsOf(game, people) {
  return apps[game.game]?.options(people) ?? {};
}

function drawGame(here) {
  const { phone, post } = here;
  const { view } = phone.app;
  const game = here.state.games.find((each) => each.game === view.game) ?? { game: view.game, name: view.game };
  const local = here.local(phone, `${view.id} ${view.revision} ${phone.staged?.id ?? ""}`);
  const mine = view.draft && phone.staged ? view.draft : null;
  const may = !phone.staged && mayMove(view);
  const context = {
    view, local, may, redraw: here.redraw, you: view.you, names: seatNames(view),
    board: mine?.board ?? view.board, picture: phone.app.picture, prefix: `phone-${phone.number}`,
    moves: may ? view.legalMoves : [], examples: game.examples ?? [],
    play: (move) => post("play", { move }),
  };
  return h("section", {
    class: "app", "aria-label": nameOf(game), "data-game": view.game,
    "data-board": JSON.stringify(context.board), "data-revision": view.revision, "data-state": view.state,
    "data-may": String(may),
  },
    h("header", {},
      h("h3", {}, nameOf(game)),
      h("button", {
        type: "button", class: "round", "data-do": "close", "aria-label": "Close the app", onclick: () => post("close"),
      }, icon("close"))),
    h("p", { class: may ? "turn now" : "turn", role: "status" }, statusLine(context, phone)),
    drawClock(context), drawSeries(context), drawOffer(here, context),
    remarks(phone).map((text) => h("p", { class: "remark" }, text)),
    ["waiting", "abandoned"].includes(view.state)
      ? null
      : h("div", { class: "board" }, (apps[view.game]?.draw ?? drawBoard)(context)),
    drawSeats(context), drawActions(here, context, game), drawLinks(here));
}

/** Whether this phone's user can move, be it from an open seat. */
function mayMove(view) {
  if (view.state !== "active") return false;
  if (view.legalMoves) return view.legalMoves.length > 0;
  return view.you !== null
    ? view.toAct.includes(view.you)
    : view.toAct.some((seat) => view.seats[seat]?.state === "open");
}

function seatNames(view) {
  return view.seats.map((seat) => seat.you ? "You" : seat.nickname ?? `Player ${seat.seat + 1}`);
}

function statusLine({ view, may, you, names }, phone) {
  if (phone.staged && view.draft) return "Your move counts when you press Send.";
  if (view.state === "draft") return "Press Send to invite everybody.";
  if (view.state === "waiting") return "The game begins when all seats are taken.";
  if (view.state === "abandoned") return "This game was given up.";
  if (view.outcome) return outcome(view.outcome, you, names);
  if (may) return you === null ? "Move, and you have a seat." : "Your turn";
  const next = view.toAct.map((seat) => names[seat]);
  return next.length ? `${next.slice(0, 3).join(", ")}${next.length > 3 ? " …" : ""} to play` : "Waiting";
}

function outcome({ kind, winners }, you, names) {
  if (kind === "drawn") return "A draw";
  if (kind === "completed") return "It is ready!";
  if (kind === "abandoned" || !winners.length) return "The game is over.";
  if (winners.includes(you)) return winners.length === 1 ? "You won!" : "You won, with others!";
  return `${winners.map((seat) => names[seat]).join(" and ")} won`;
}

function remarks(phone) {
  const { view, tapped, sent } = phone.app;
  const texts = [];
  if (sent === "overtaken") texts.push("Somebody else was faster: your move came too late and does not count.");
  if (tapped?.status === "overtaken") texts.push("The move in this message came too late and does not count.");
  if (tapped?.status === "cancelled") texts.push("The move in this message was taken back.");
  if (tapped?.status === "earlier") {
    texts.push("There are newer moves than the message you tapped; this is how it stands.");
  }
  if (tapped?.hint === "sentByYou") {
    texts.push("You sent this from another device? A link code gives you your seat here.");
  }
  if (view.unsent) texts.push("Your last move counts, but its message was not sent. Show the game again.");
  if (!phone.member) texts.push("You have left the conversation.");
  for (const claim of view.claims) {
    const needs = claim.until
      ? "It changes hands soon unless somebody objects."
      : `${claim.vouches} of ${claim.needed} know who asks.`;
    const seat = claim.seat === view.you ? "your seat" : `the seat of ${seatNames(view)[claim.seat]}`;
    texts.push(`Somebody asks for ${seat}. ${needs}`);
  }
  return texts;
}

function drawSeats({ view, names }) {
  const seats = view.seats.filter((seat) => seat.state !== "closed");
  return h("ul", { class: "seats", "aria-label": "Seats" }, seats.map((seat) => h("li", {
    class: [seat.state, view.state === "active" && view.toAct.includes(seat.seat) ? "next" : ""].join(" "),
    key: seat.seat,
  }, seat.state === "open" ? "Open" : names[seat.seat])));
}

function drawActions(here, context, game) {
  const { phone, post } = here;
  const { view } = context;
  const isGoing = ["waiting", "active"].includes(view.state);
  const seated = view.you !== null;
  return h("div", { class: "actions" },
    isGoing && view.joinable && !phone.staged
      ? h("button", { type: "button", class: "primary", "data-do": "join", onclick: () => post("join") }, "Take a seat")
      : null,
    view.state === "waiting" && view.you === 0 ? actButton(here, "start", "Start without the others") : null,
    view.state !== "draft" && !phone.staged
      ? h("button", { type: "button", "data-do": "nudge", onclick: () => post("nudge") }, "Show again")
      : null,
    h("button", { type: "button", "data-do": "refresh", onclick: () => post("refresh") }, "Look again"),
    view.claims.some((claim) => claim.seat === view.you) ? actButton(here, "veto", "Object", { seat: view.you }) : null,
    isGoing && seated && view.state === "active" && !phone.staged ? actButton(here, "resign", "Resign") : null,
    drawAgreements(here, context, game),
    isGoing && !seated ? h("details", { class: "lost" }, h("summary", {}, "I had a seat"),
      view.seats.filter((seat) => seat.state === "taken").map(({ seat }) =>
        actButton(here, "reclaim", `That of ${seatNames(view)[seat]}`, { seat }))) : null);
}

/** How another device becomes one of the same player's. */
function drawLinks({ phone, post }) {
  const enter = (event) => {
    event.preventDefault();
    post("enter-link-code", { code: new FormData(event.target).get("code") });
  };
  return h("details", { class: "links" },
    h("summary", {}, "Another device of mine"),
    phone.linkCode
      ? h("p", {}, "Type this on the other device: ", h("output", { class: "link-code" }, phone.linkCode))
      : h("button", {
        type: "button", "data-do": "show-link-code", onclick: () => post("show-link-code"),
      }, "Show a link code"),
    h("form", { onsubmit: enter },
      h("input", {
        name: "code", required: true, autocomplete: "off", "aria-label": "Link code",
        placeholder: "Code of the other device",
      }),
      h("button", { type: "submit", "data-do": "enter-link-code" }, "Link")));
}
