// An ice cream as the board has it: the bubble's picture shows what its author saw when they chose, the app what counts
// now.

import { s } from "../dom.js";
import { range } from "./grid.js";

const flavours = [
  "#fff3cf", "#f9a3b4", "#7a4a30", "#b2e8cd", "#d8437a", "#fdeb7f", "#7f8ddb", "#b9d27f", "#ffc266", "#d19a5b"];
const cones = { base01: "#e3b36a", base02: "#e0a458", base03: "#6b3e26" };
const bits = {
  topping01: ["#e5566d", "#4f7be0", "#f4c430", "#2f9e63"], topping06: ["#8d5a2b"], topping08: ["#3b1d12"],
  topping09: ["#fffaf3"], topping11: ["#2f9e63"], topping12: ["#ffd54f"],
};
const sauces = { topping03: "#4a2618", topping07: "#d92b48", topping10: "#b86f22" };
const places = [
  [82, 62], [100, 52], [118, 63], [91, 80], [110, 82], [127, 84], [70, 104], [88, 112], [106, 104], [124, 113],
  [140, 106],
  [98, 98]];

/** The drawing, with whatever has been chosen so far. */
export function drawIceCream({ base, scoops, toppings }) {
  const parts = toppings.map(({ part }) => part);
  const colour = scoops && flavours[Number(scoops.slice(-2)) - 1];
  return s("svg", { class: "counter", viewBox: "0 0 210 240", "aria-hidden": "true" },
    s("circle", { class: "halo", cx: 105, cy: 112, r: 92 }), base && drawBase(base),
    parts.includes("topping05") && s("rect", {
      x: 128, y: 18, width: 15, height: 62, rx: 3, fill: "#e8c07d", stroke: "#a86f2c", transform: "rotate(18 135 60)",
    }),
    colour && drawScoops(colour),
    parts.filter((part) => sauces[part]).map((part, index) => s("path", {
      d: "M70 62a36 36 0 0 1 70 0q1 14-6 13t-7-9q-2 18-10 18t-8-16q-3 9-9 8t-7-9q-3 12-11 10t-12-15z",
      fill: sauces[part], transform: `translate(0 ${index * 7})`,
    })),
    parts.includes("topping04") && s("path", {
      d: "M78 46q-2-12 12-13 2-13 15-13t15 13q14 1 12 13-27 12-54 0z", fill: "#fffaf3", stroke: "rgb(0 0 0 / 14%)",
    }),
    parts.filter((part) => bits[part]).map((part, index) => drawBits(part, index)),
    parts.includes("topping02") && [
      s("path", {
        d: "M105 26q4-16 16-20", fill: "none", stroke: "#3f7d3a", "stroke-width": 3, "stroke-linecap": "round",
      }),
      s("circle", { cx: 105, cy: 32, r: 10, fill: "#c01530" }),
      s("circle", { cx: 101, cy: 28, r: 3, fill: "rgb(255 255 255 / 70%)" })]);
}

function drawScoops(fill) {
  return [
    [[78, 104, 34], [130, 104, 34], [105, 72, 38]].map(([cx, cy, r]) =>
      s("circle", { cx, cy, r, fill, stroke: "rgb(0 0 0 / 14%)", "stroke-width": 1.5 })),
    s("path", {
      d: "M82 56q8-14 22-16", fill: "none", stroke: "rgb(255 255 255 / 55%)", "stroke-width": 6,
      "stroke-linecap": "round",
    })];
}

function drawBase(base) {
  if (base === "base04") {
    return s("g", {},
      s("path", { d: "M58 122H152L140 226H70z", fill: "#fffdf8", stroke: "#b9455a", "stroke-width": 2 }),
      range(4).map((index) => s("path", {
        d: `M${66 + index * 23} 123H${77 + index * 23}L${84 + index * 17} 225H${75 + index * 17}z`, fill: "#e5566d",
      })));
  }
  return s("g", {},
    s("path", { d: "M62 124H148L105 234z", fill: cones[base], stroke: "rgb(0 0 0 / 25%)", "stroke-width": 2 }),
    s("path", {
      d: "M76 126 118 202M97 126 128 182M119 126 138 156M134 126 92 202M113 126 82 182M91 126 72 156",
      fill: "none", stroke: "rgb(0 0 0 / 22%)", "stroke-width": base === "base02" ? 3 : 1.5,
    }),
    s("rect", {
      x: 56, y: 116, width: 98, height: 14, rx: 7, fill: cones[base], stroke: "rgb(0 0 0 / 25%)", "stroke-width": 2,
    }));
}

/** Small things that are strewn, each kind at its own places. */
function drawBits(part, index) {
  const isLarge = part === "topping09";
  return places.filter((_, place) => !isLarge || place % 2 === 0).map(([x, y], place) => s("rect", {
    x: x + index * 5 - 2, y: y - index * 4, width: isLarge ? 12 : 9, height: isLarge ? 10 : 4, rx: isLarge ? 4 : 2,
    fill: bits[part][place % bits[part].length], stroke: isLarge ? "rgb(0 0 0 / 18%)" : null,
    transform: `rotate(${place * 47} ${x} ${y})`,
  }));
}
