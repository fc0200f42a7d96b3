// Clocks: the one that a game begins with, and the time that is left.

import { h } from "./dom.js";

/** The clocks to choose from. What happens at the end of a turn's time is the game's to say. */
const clocks = [
  { name: "No clock" },
  { name: "10 seconds a turn", clock: { turnSeconds: 10 } },
  { name: "1 minute a turn", clock: { turnSeconds: 60 } },
  { name: "1 minute a turn, and 10 more in all", clock: { turnSeconds: 60, bankSeconds: 600 } },
  { name: "3 days a turn", clock: { turnSeconds: 259200 } },
];

/** The clock that was chosen on a phone; undefined for none. */
export function chosenClock(local) {
  return clocks[local.clock ?? 0].clock;
}

/** Lets a phone's user choose a clock. */
export function drawClockChoice(local, redraw) {
  const choose = (event) => { local.clock = Number(event.target.value); redraw(); };
  return h("label", { class: "clock-choice" }, "Clock ",
    h("select", { name: "clock", onchange: choose }, clocks.map(({ name }, index) =>
      h("option", { value: index, selected: index === (local.clock ?? 0) }, name))));
}

/** Who is to act and how long; and the newest event, for no bubble tells of a turn whose time is over. */
export function drawClock({ view, names }) {
  if (!view.clock) return null;
  return [
    view.message ? h("p", { class: "news", role: "status" }, view.message.summaryText) : null,
    view.state === "active" ? drawTimes(view, names) : null,
  ];
}

function drawTimes(view, names) {
  const seats = view.seats.filter((seat) => seat.deadline && view.toAct.includes(seat.seat));
  const text = view.clock.paused ? "The clock stands still until somebody acts." : "The clock waits for a player.";
  if (!seats.length) return h("p", { class: "clock" }, text);
  return h("ul", { class: "clock", "aria-label": "Time left" }, seats.map((seat) => h("li", { key: seat.seat },
    `${seat.you ? "You have" : `${names[seat.seat]} has`} `,
    h("time", { role: "timer", datetime: seat.deadline }, timeLeft(seat.deadline)), " left")));
}

/** The time until a deadline, as people say it. */
function timeLeft(deadline) {
  const seconds = Math.max(0, Math.ceil((Date.parse(deadline) - Date.now()) / 1000));
  const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600), Math.floor(seconds / 60)];
  if (days >= 2) return `${days} days ${hours % 24} h`;
  if (hours) return `${hours} h ${minutes % 60} min`;
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}

/** When each phone has last looked whether a turn's time is over. */
const looks = new Map();

/** Counts down, and has the apps look again when a deadline has passed, as an app on screen does. */
export function tick(state, post) {
  for (const time of document.querySelectorAll("time[datetime]")) {
    const text = timeLeft(time.dateTime);
    if (time.textContent !== text) time.textContent = text;
  }
  const now = Date.now();
  for (const { number, app, airplaneMode } of state.phones) {
    const deadline = app?.view.deadline;
    if (!deadline || airplaneMode || now < Date.parse(deadline) || now < (looks.get(number) ?? 0) + 1000) continue;
    looks.set(number, now);
    post(`phones/${number}/refresh`);
  }
}
