// Draws what the playground says whenever it says something, and sends it what is clicked.

import { morphChildren } from "./dom.js";
import { tick } from "./clock.js";
import { drawPhone } from "./phone.js";
import { addExchange, drawRequests } from "./requests.js";
import { drawTools } from "./tools.js";

const phones = document.getElementById("phones");
const tools = document.getElementById("tools");
const requests = document.getElementById("requests");
const status = document.getElementById("status");

let state = null;
/** What only this page knows of each phone, such as a place that was clicked. */
const locals = new Map();
let isWaiting = false;

/** Draws everything anew, at most once a frame. */
function redraw() {
  if (isWaiting || !state) return;
  isWaiting = true;
  requestAnimationFrame(() => {
    isWaiting = false;
    const page = { state, post, redraw, local };
    const focused = document.activeElement;
    const isByKeyboard = focused.matches(":focus-visible");
    const phone = focused.closest(".phone");
    morphChildren(tools, drawTools(page));
    morphChildren(phones, state.phones.map((each) => drawPhone(each, page)));
    const isLost = !focused.isConnected || (focused.dataset.place && !focused.hasAttribute("tabindex"));
    if (phone?.isConnected && isLost) focusNext(phone, isByKeyboard);
    scrollDown();
    morphChildren(requests, drawRequests(page));
    // By this, who drives the page knows that it has changed.
    document.body.dataset.drawn = Number(document.body.dataset.drawn ?? 0) + 1;
  });
}

/** Moves the focus of a phone to Send, the board or the transcript, when its element is gone or can't have it any more. */
function focusNext(phone, isByKeyboard) {
  const next = ["[data-do='send']", ".picture [tabindex='0']", ".transcript"].map((each) => phone.querySelector(each));
  next.find(Boolean).focus({ preventScroll: !isByKeyboard });
}

/** What this page knows of a phone under a name; forgotten once the name is another one. */
function local(phone, name) {
  const key = `${phone.owner} ${phone.device}`;
  if (locals.get(key)?.name !== name) locals.set(key, { name });
  return locals.get(key);
}

/** Scrolls each transcript to its end when something has arrived. */
function scrollDown() {
  for (const transcript of phones.querySelectorAll(".transcript")) {
    if (transcript.dataset.length === transcript.scrolledFor) continue;
    transcript.scrolledFor = transcript.dataset.length;
    transcript.scrollTop = transcript.scrollHeight;
  }
}

async function post(path, body = {}) {
  document.body.ariaBusy = "true";
  try {
    await fetch(path, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
    });
  } catch {
    // The line of the status says that the playground is away.
  } finally {
    document.body.ariaBusy = "false";
  }
}

setInterval(() => state && tick(state, post), 250);

const events = new EventSource("events");
events.addEventListener("state", (event) => {
  state = JSON.parse(event.data);
  redraw();
});
events.addEventListener("exchange", (event) => addExchange(JSON.parse(event.data)));
events.onopen = () => (status.hidden = true);
events.onerror = () => (status.hidden = false);
