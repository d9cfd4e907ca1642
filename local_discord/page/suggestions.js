/**
 * The list of suggestions above the message box. The focus stays in the box, whose
 * `aria-activedescendant` refers to the active item.
 */

import { byId, element, fill } from "./dom.js";

/**
 * A suggestion.
 *
 * @typedef {object} Item
 * @property {string} name
 * @property {string} [description]
 * @property {string} [mark] a word at its end, such as "optional".
 * @property {Function} pick called when it is picked.
 */

/** The list of suggestions. */
export class Suggestions {
  #place = byId("suggestions");
  #title = byId("suggestions-title");
  #list = byId("suggestions-list");
  #note = byId("suggestions-note");
  #items = [];
  #active = -1;

  /** @param {HTMLElement} box the message box. */
  constructor(box) {
    this.box = box;
    this.#place.addEventListener("pointerdown", (event) => event.preventDefault());
    this.#list.addEventListener("click", (event) => {
      const at = [...this.#list.children].indexOf(event.target.closest("[role=option]"));
      this.#items[at]?.pick();
    });
  }

  /** Whether the list is visible. */
  get isOpen() {
    return !this.#place.hidden;
  }

  /** The item that Enter picks, if any. */
  get active() {
    return this.#items[this.#active];
  }

  /** The item that Tab picks: the active or else the first one. */
  get nearest() {
    return this.active ?? this.#items[0];
  }

  /**
   * Shows items.
   *
   * @param {{title: string, detail?: string, items: Item[], active?: boolean, note?: string}} what
   *   `active` activates the first item.
   */
  show({ title, detail = "", items, active = false, note = "" }) {
    this.#items = items;
    fill(
      this.#title,
      element("strong", {}, title),
      detail ? element("span", { class: "quiet" }, detail) : null,
    );
    fill(this.#list, items.map(itemNode));
    this.#list.hidden = items.length === 0;
    this.#note.textContent = note;
    this.#note.hidden = note === "";
    this.#place.hidden = false;
    this.#activate(active && items.length > 0 ? 0 : -1);
  }

  /** Hides the list. */
  close() {
    this.#items = [];
    fill(this.#list);
    this.#place.hidden = true;
    this.#activate(-1);
  }

  /** Activates the next or previous item, wrapping around. */
  move(step) {
    const count = this.#items.length;
    if (count > 0) {
      const from = this.#active === -1 && step < 0 ? 0 : this.#active;
      this.#activate((from + step + count) % count);
    }
  }

  #activate(at) {
    this.#active = at;
    [...this.#list.children].forEach((node, index) =>
      node.setAttribute("aria-selected", String(index === at)),
    );
    const node = this.#list.children[at];
    if (node) {
      this.box.setAttribute("aria-activedescendant", node.id);
      node.scrollIntoView({ block: "nearest" });
    } else {
      this.box.removeAttribute("aria-activedescendant");
      this.#list.scrollTop = 0;
    }
  }
}

function itemNode(item, at) {
  return element(
    "div",
    { class: "suggestion", role: "option", id: `suggestion-${at}`, "aria-selected": "false" },
    element("span", { class: "suggestion-name" }, item.name),
    item.description ? element("span", { class: "quiet" }, item.description) : null,
    item.mark ? element("span", { class: "suggestion-mark" }, item.mark) : null,
  );
}
