// One phone: its owner, the transcript as they read it, the input field, and the game's app.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { drawTranscript, drawInput } from "./transcript.js";
import { drawApp } from "./app.js";

/** A phone as its owner has it before them. */
export function drawPhone(phone, page) {
  const title = `${phone.owner}’s ${phone.device}`;
  const post = (verb, body) => page.post(`phones/${phone.number}/${verb}`, body);
  const trick = (name, body) => page.post(`tricks/${name}`, { phone: phone.number, ...body });
  const here = { ...page, phone, post, trick };
  return h("article", {
    class: "phone", key: title, id: `phone-${phone.number}`, "aria-label": title, "data-owner": phone.owner,
  },
    drawHead(here, title), phone.told && drawTold(phone, post), drawTranscript(here), drawInput(here), drawApp(here),
    phone.notice && drawNotice(phone.notice, post));
}

function drawNotice({ code, text }, post) {
  return h("div", { class: "notice", role: "alert", "data-code": code },
    h("p", {}, text),
    h("button", {
      type: "button", class: "round", "data-do": "dismiss", "aria-label": "Take this notice away",
      onclick: () => post("dismiss"),
    }, icon("close")));
}

/** The newest notice that the device shows, in a place that is always there. */
function drawTold({ told }, post) {
  const newest = told.at(-1);
  if (!newest) return h("div", { class: "told", role: "status" }, h("p", { class: "none" }, "No notices"));
  return h("div", { class: "told new", role: "status" },
    h("span", { class: "bell" }, icon("bell"),
      newest.badge ? h("b", { class: "badge", title: "Games in which it is your turn" }, String(newest.badge)) : null),
    h("div", { class: "say", dir: "auto" }, h("b", {}, newest.title), h("span", {}, newest.body)),
    told.length > 1 ? h("small", { class: "more-told" }, `+${told.length - 1}`) : null,
    h("button", {
      type: "button", class: "quiet", "data-do": "put-away", "aria-label": `Take away: ${newest.title}`,
      onclick: () => post("put-away", { session: newest.session }),
    }, icon("close")));
}

function drawHead({ phone, ...page }, title) {
  const others = Object.entries(phone.names).map(([own, name]) => name).join(", ");
  const marks = [
    phone.airplaneMode && h("span", { class: "mark" }, icon("plane"), "No network"),
    phone.late && h("span", { class: "mark" }, icon("clock"), "Late"),
    !phone.member && h("span", { class: "mark" }, "Has left"),
    phone.undelivered > 0 && h("span", { class: "mark" }, `${phone.undelivered} on the way`),
  ].filter(Boolean);
  return h("header", { class: "head" },
    h("span", { class: `disc owner-${phone.owner.toLowerCase()}`, "aria-hidden": "true" }, phone.owner[0]),
    h("div", { class: "who" },
      h("h2", {}, phone.owner, phone.device === "phone" ? null : h("small", {}, ` ${phone.device}`)),
      marks.length ? h("p", { class: "marks" }, marks) : h("p", { class: "with" }, `with ${others}`)),
    drawMenu({ phone, ...page }, title));
}

const languages = { "en-GB": "English", de: "Deutsch", pl: "Polski", ar: "العربية" };

function drawMenu({ phone, trick, post }, title) {
  const item = (name, text, action, pressed) => h("button", {
    type: "button", "data-trick": name, "aria-pressed": pressed === undefined ? null : String(pressed),
    onclick: (event) => { closeMenu(event.currentTarget.closest("details")); action(); },
  }, text);
  return h("details", { class: "menu", onkeydown: closeOnEscape },
    h("summary", { "aria-label": `What happens to ${title}` }, icon("more")),
    h("div", { class: "items" },
      item("airplane-mode", "Airplane mode", () => trick("airplane-mode", { on: !phone.airplaneMode }),
        phone.airplaneMode),
      item("late", "Messages come late", () => trick("late", { on: !phone.late }), phone.late),
      item("deliver", "Deliver now", () => trick("deliver")),
      item("deliver-backwards", "Deliver the last first", () => trick("deliver", { backwards: true })),
      phone.staged ? item("vanish", "The message vanishes", () => post("vanish")) : null,
      h("hr"),
      item("reinstall", "Reinstall the app", () => trick("reinstall")),
      item("lose", "Lose this device", () => trick("lose")),
      item("add-device", "Use a tablet, too", () => trick("add-device")),
      phone.member
        ? item("leave", "Leave the group", () => trick("leave"))
        : item("come-back", "Come back to the group", () => trick("come-back")),
      h("label", {}, "Writes ", h("select", { onchange: (event) => trick("speak", { language: event.target.value }) },
        Object.entries(languages).map(([tag, name]) =>
          h("option", { value: tag, selected: phone.language === tag }, name))))));
}

function closeOnEscape(event) {
  if (event.key === "Escape") closeMenu(event.currentTarget);
}

function closeMenu(menu) {
  menu.querySelector("summary").focus();
  menu.open = false;
}

document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll(".menu[open]")) if (!menu.contains(event.target)) menu.open = false;
});
