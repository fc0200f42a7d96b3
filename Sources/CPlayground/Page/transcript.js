// The transcript of the conversation, and the input field below it.

import { h } from "./dom.js";
import { icon } from "./icons.js";

/** Everything that has arrived, as the phone's owner reads it. */
export function drawTranscript({ phone, post }) {
  const newest = phone.transcript.at(-1);
  return h("ol", {
    class: "transcript", tabindex: "0", "aria-label": `What ${phone.owner} reads`,
    "data-length": `${phone.transcript.length} ${newest?.id ?? ""}`,
  }, phone.transcript.length === 0
    ? h("li", { class: "nothing" }, "No messages yet.")
    : phone.transcript.map((line) => line.isSummary ? drawSummary(line, post) : drawBubble(line, post)));
}

function drawSummary(line, post) {
  return h("li", { class: "summary", key: line.id },
    h("button", {
      type: "button", class: "line", dir: "auto", title: "Open this older message", "data-bubble": line.id,
      onclick: () => post("tap", { bubble: line.id }),
    }, line.summary));
}

function drawBubble(line, post) {
  return h("li", { class: line.mine ? "bubble mine" : "bubble", key: line.id },
    line.mine ? null : h("span", { class: "sender" }, line.sender),
    h("div", { class: "row" },
      h("button", {
        type: "button", class: "card", "data-bubble": line.id, "aria-label": `${line.label} Open.`,
        onclick: () => post("tap", { bubble: line.id }),
      }, drawCard(line)),
      h("div", { class: "side" }, h("button", {
        type: "button", class: "quiet", "data-stage": line.id, title: "Put this message into the input field again",
        "aria-label": "Put this message into the input field again",
        onclick: () => post("stage", { bubble: line.id }),
      }, icon("again")),
      h("a", {
        class: "quiet", href: line.url, target: "_blank", rel: "noopener", title: "The page for people without the app",
        "aria-label": "The page for people without the app",
      }, icon("page")))),
    line.isUnsent ? h("span", { class: "unsent" }, "Not delivered: no network") : null);
}

function drawCard(line) {
  return [
    h("img", { src: line.image, alt: "", width: 236, height: 236 }),
    line.titles.length
      ? h("span", { class: "titles", dir: "auto" }, line.titles.map((title) => h("b", {}, title)))
      : null,
    h("span", { class: "captions", dir: "auto" },
      line.captions.map((texts) => h("span", {}, texts.map((text) => h("span", {}, text))))),
  ];
}

/** The input field: empty, or with a bubble that waits to be sent. */
export function drawInput({ phone, post }) {
  const line = phone.staged;
  if (!line) return h("div", { class: "input" }, h("span", { class: "placeholder" }, "Message"));
  return h("div", { class: "input staged", role: "group", "aria-label": "Ready to be sent" },
    h("img", { src: line.image, alt: "", width: 56, height: 56 }),
    h("span", { class: "words", dir: "auto", "data-text": "staged" }, line.captions[0]?.[0] ?? line.summary),
    h("button", {
      type: "button", class: "round", "data-do": "cancel", "aria-label": "Remove the message",
      onclick: () => post("cancel"),
    }, icon("close")),
    h("button", {
      type: "button", class: "round send", "data-do": "send", "aria-label": `Send: ${line.label}`,
      onclick: () => post("send"),
    }, icon("send")));
}
