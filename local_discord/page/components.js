/**
 * Message components, legacy and V2.
 */

import { element, webAddress } from "./dom.js";
import { emojiNode } from "./emoji.js";
import { formatted } from "./formatted.js";
import { file, gallery, thumbnail } from "./media.js";
import { menu } from "./menus.js";
import { cover } from "./spoiler.js";

const ROW = 1;
const BUTTON = 2;
const SECTION = 9;
const TEXT = 10;
const THUMBNAIL = 11;
const GALLERY = 12;
const FILE = 13;
const SEPARATOR = 14;
const CONTAINER = 17;

const LINK_STYLE = 5;
const STYLES = ["", "primary", "secondary", "success", "danger", "link", "premium"];

/**
 * What a message's components show and do.
 *
 * @typedef {object} Context
 * @property {import("./state.js").State} state
 * @property {object} channel the channel of the message.
 * @property {object} message
 * @property {(component: object, node: Element, values?: string[]) => void} use presses a button or
 *   chooses from a menu.
 */

/**
 * Components as elements.
 *
 * @param {object[]} components
 * @param {Context} context
 * @returns {Node[]}
 */
export function components(list, context) {
  return (list ?? []).map((component) => show(component, context));
}

function show(component, context) {
  switch (component.type) {
    case ROW:
      return element("div", { class: "row" }, components(component.components, context));
    case BUTTON:
      return button(component, context);
    case SECTION:
      return element(
        "div",
        { class: "section" },
        element("div", { class: "section-text" }, components(component.components, context)),
        show(component.accessory, context),
      );
    case TEXT:
      return text(component, context);
    case THUMBNAIL:
      return thumbnail(component);
    case GALLERY:
      return gallery(component.items);
    case FILE:
      return shownFile(component, context.message);
    case SEPARATOR:
      return separator(component);
    case CONTAINER:
      return container(component, context);
    default:
      return menu(component, context);
  }
}

function text(component, { state, message }) {
  const content = formatted(component.content, state, { mentions: message.mentions });
  return element("div", { class: "text" }, content);
}

function container(component, context) {
  const accent = component.accent_color;
  const hasAccent = accent !== null && accent !== undefined;
  const box = element(
    "div",
    {
      class: hasAccent ? "container accented" : "container",
      css: hasAccent ? { "--accent": `#${accent.toString(16).padStart(6, "0")}` } : {},
    },
    components(component.components, context),
  );
  return component.spoiler ? cover(box) : box;
}

function shownFile(component) {
  const { name, size, spoiler } = component;
  return file({ name, url: component.file.url, size, spoiler });
}

function separator({ divider = true, spacing = 1 }) {
  const size = spacing === 2 ? "wide" : "narrow";
  return divider
    ? element("hr", { class: `separator ${size}` })
    : element("div", { class: `separator blank ${size}` });
}

function button(component, context) {
  const style = STYLES[component.style] ?? "secondary";
  const emoji = component.emoji ? emojiNode(component.emoji) : null;
  const content = [
    emoji
      ? element("span", { class: "emoji", "aria-hidden": component.label ? "true" : null }, emoji)
      : null,
    component.label ? element("span", { class: "label" }, component.label) : null,
  ];
  if (component.style === LINK_STYLE) {
    const address = component.disabled ? null : webAddress(component.url);
    return element(
      "a",
      {
        class: "button link",
        href: address,
        target: "_blank",
        rel: "noopener noreferrer",
        role: address ? null : "link",
        "aria-disabled": address ? null : "true",
      },
      content,
    );
  }
  const node = element(
    "button",
    {
      class: `button ${style}`,
      type: "button",
      disabled: Boolean(component.disabled) || !component.custom_id,
      data: { customId: component.custom_id },
      on: { click: () => context.use(component, node) },
    },
    content,
  );
  return node;
}
