/**
 * Building elements. Text is always inserted as text, never as markup.
 */

/**
 * Creates an element.
 *
 * @param {string} tag
 * @param {object} properties attributes by name, and `on` (listeners by event), `data` (data
 *   attributes) and `css` (custom properties). Null, undefined and false attributes are left out;
 *   true is an attribute without a value.
 * @param {...(Node|string|null|undefined|false|Array)} children
 * @returns {HTMLElement}
 */
export function element(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  const { on = {}, data = {}, css = {}, ...attributes } = properties;
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null && value !== false) {
      node.setAttribute(name, value === true ? "" : String(value));
    }
  }
  for (const [event, listener] of Object.entries(on)) {
    node.addEventListener(event, listener);
  }
  for (const [name, value] of Object.entries(data)) {
    if (value !== undefined && value !== null) {
      node.dataset[name] = String(value);
    }
  }
  for (const [name, value] of Object.entries(css)) {
    node.style.setProperty(name, String(value));
  }
  fill(node, ...children);
  return node;
}

/** Replaces a node's children; empty ones are left out. */
export function fill(node, ...children) {
  node.replaceChildren(
    ...children
      .flat(Infinity)
      .filter((child) => child !== null && child !== undefined && child !== false && child !== ""),
  );
}

const ICONS = {
  menu: "M4 6h16M4 12h16M4 18h16",
  close: "M6 6l12 12M18 6L6 18",
  send: "M4 12l16-8-6 16-3-6z",
  apps: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z",
  rocket: "M5 15c-1 1-2 4-2 6 2 0 5-1 6-2M9 15l-2-2c1-5 5-10 13-10 0 8-5 12-10 13l-1-1zM15 7.5a1.5 1.5 0 1 0 .01 0",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v6M14 11v6",
  file: "M6 3h8l4 4v14H6zM14 3v5h5",
  reply: "M5 19v-6a4 4 0 0 1 4-4h10M15 5l4 4-4 4",
  down: "M6 9l6 6 6-6",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
};

/** An icon, hidden from screen readers. */
export function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const drawing = document.createElementNS(space, "svg");
  drawing.setAttribute("viewBox", "0 0 24 24");
  drawing.setAttribute("class", "icon");
  drawing.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", ICONS[name]);
  drawing.append(path);
  return drawing;
}

/** The URL if it is a web address, else null. */
export function webAddress(text) {
  try {
    const url = new URL(text);
    return url.protocol === "http:" || url.protocol === "https:" ? url.href : null;
  } catch {
    return null;
  }
}

/** The element of the page with that id. */
export function byId(id) {
  return document.getElementById(id);
}
