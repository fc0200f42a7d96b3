// Icons of 20 × 20 units in the colour of the text around them.

import { s } from "./dom.js";

const paths = {
  close: "M5 5 15 15M15 5 5 15",
  send: "M10 16V4M4.5 9.5 10 4l5.5 5.5",
  more: "M4 10h.01M10 10h.01M16 10h.01",
  again: "M7 4 3 8l4 4M3 8h9a5 5 0 0 1 0 10H8",
  page: "M11 3h6v6M17 3l-8 8M14 12v4H4V6h4",
  plane: "M3 11l14-7-5 14-3-6z",
  clock: "M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M10 6v4l3 2",
  bell: "M5 14V9a5 5 0 0 1 10 0v5l1.5 1.5h-13zM8.5 17.5h3",
  copy: "M7 7h9v10H7zM4 13V3h9",
};

/** An icon that says nothing to those who can't see it; whatever it stands on has a label. */
export function icon(name) {
  const attributes = { class: `icon ${name}`, viewBox: "0 0 20 20", "aria-hidden": "true" };
  return s("svg", attributes, s("path", { d: paths[name] }));
}
