"""Contrast on a page: used by page.py and playground_table.py."""

# `unreadable(least, except)` lists the texts and icons of a page whose contrast to what is behind them is too low:
# below `least` for texts, below 3 for icons. Elements that match `except` lie on pictures.
UNREADABLE = """
const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
const known = new Map();
const rgba = (color) => {
  if (!known.has(color)) known.set(color, read(color));
  return [...known.get(color)];
};
const read = (color) => {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = color;
  canvas.fillRect(0, 0, 1, 1);
  const [r, g, b, alpha] = canvas.getImageData(0, 0, 1, 1).data;
  return [r, g, b, alpha / 255];
};
const over = (front, back) => {
  const alpha = front[3] + back[3] * (1 - front[3]);
  const mix = (i) => alpha ? (front[i] * front[3] + back[i] * back[3] * (1 - front[3])) / alpha : 0;
  return [mix(0), mix(1), mix(2), alpha];
};
// A colour on an element as it is seen, through the opacity of all that it is part of.
const seen = (element, color) => {
  for (let node = element; node; node = node.parentElement) {
    const style = getComputedStyle(node);
    color = over(color, rgba(style.backgroundColor));
    color[3] *= Number(style.opacity);
  }
  return over(color, [255, 255, 255, 1]);
};
const luminance = (color) => {
  const [r, g, b] = color.slice(0, 3).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (element) => {
  const color = rgba(getComputedStyle(element).color);
  const [one, other] = [seen(element, color), seen(element, [0, 0, 0, 0])].map(luminance);
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
};
const isVisible = (element) => element.getClientRects().length > 0
  && getComputedStyle(element).visibility !== "hidden";
const unreadable = (least, except) => {
  const found = [];
  let measured = 0;
  const measure = (element, least, what) => {
    if (!isVisible(element) || except && element.closest(except)) return;
    measured += 1;
    const value = contrast(element);
    if (value < least) found.push(`contrast ${value.toFixed(2)} of ${what}`);
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode.data.trim();
    if (text) measure(texts.currentNode.parentElement, least, `“${text}”`);
  }
  for (const icon of document.querySelectorAll("svg.icon, svg.suit")) {
    measure(icon, 3, `the icon of ${icon.parentElement.outerHTML.slice(0, 90)}`);
  }
  return measured > 8 ? [...new Set(found)] : ["hardly any text"];
};
"""
