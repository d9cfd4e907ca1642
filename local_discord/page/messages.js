/**
 * The open channel's messages, updated without moving the reader's scroll position.
 */

import { byId, element, fill, icon } from "./dom.js";
import { picturesLoaded } from "./media.js";
import { article, isCommandResponse, isEphemeral, onlyYou, spokenText } from "./message.js";

const NEAR_END = 60;
const GROUPING_WINDOW = 7 * 60 * 1000;

/** The messages of one channel, in the page's log. */
export class MessageList {
  #log = byId("log");
  #list = byId("messages");
  #jump = byId("jump");
  #entries = new Map();
  #atEnd = true;
  #wanted = null;
  #contextOf;

  /**
   * @param {(message: object) => import("./components.js").Context & {openMenu: Function, remove: Function}} contextOf
   *   the context of a message's components.
   * @param {(text: string) => void} announce announces a text to screen readers.
   */
  constructor(contextOf, announce) {
    this.#contextOf = contextOf;
    this.announce = announce;
    this.#jump.append(icon("down"));
    this.#log.addEventListener("scroll", () => this.#onScroll(), { passive: true });
    this.#jump.addEventListener("click", () => this.toEnd());
    const sizes = new ResizeObserver(() => this.#stayAtEnd());
    sizes.observe(this.#log);
    sizes.observe(this.#list);
  }

  #onScroll() {
    const { scrollHeight, scrollTop, clientHeight } = this.#log;
    this.#atEnd = scrollHeight - scrollTop - clientHeight < NEAR_END;
    this.#jump.hidden = this.#atEnd;
  }

  #stayAtEnd() {
    if (this.#atEnd) {
      this.#log.scrollTop = this.#log.scrollHeight;
    } else {
      this.#onScroll();
    }
  }

  /** Scrolls to the newest message. */
  toEnd() {
    this.#atEnd = true;
    this.#jump.hidden = true;
    this.#stayAtEnd();
  }

  /** Scrolls to a message and marks it for a moment; one not loaded yet, once it is. */
  jumpTo(id) {
    const node = this.#entries.get(id)?.node;
    if (!node) {
      this.#wanted = id;
      return;
    }
    this.#atEnd = false;
    node.scrollIntoView({ block: "nearest" });
    node.focus({ preventScroll: true });
    node.classList.remove("found");
    node.addEventListener("animationend", () => node.classList.remove("found"), { once: true });
    node.classList.add("found");
  }

  /** Changes the list without moving the first visible message. */
  #keepingScroll(change) {
    const top = this.#log.getBoundingClientRect().top;
    const seen = [...this.#list.children].find((one) => one.getBoundingClientRect().bottom > top);
    const id = seen?.dataset.messageId;
    const before = seen?.getBoundingClientRect().top;
    change();
    const after = id && this.#entries.get(id)?.node.isConnected ? this.#entries.get(id).node : seen;
    if (!this.#atEnd && after?.isConnected) {
      this.#log.scrollTop += after.getBoundingClientRect().top - before;
    }
    this.#stayAtEnd();
  }

  /** Empties the list. */
  clear() {
    this.#entries.clear();
    fill(this.#list);
    this.toEnd();
  }

  /** Shows exactly these messages, oldest first; unchanged ones keep their elements. */
  show(messages) {
    this.#keepingScroll(() => {
      const known = this.#entries;
      this.#entries = new Map();
      for (const message of messages) {
        const old = known.get(message.id);
        const isSame = old && JSON.stringify(old.message) === JSON.stringify(message);
        this.#entries.set(message.id, isSame ? old : this.#entry(message));
      }
      fill(this.#list, [...this.#entries.values()].map((entry) => entry.node));
      this.#regroup();
    });
    if (this.#wanted !== null) {
      this.jumpTo(this.#wanted);
      this.#wanted = null;
    }
  }

  #entry(message) {
    return { message, node: article(message, this.#contextOf(message)), version: 0 };
  }

  /** Adds a message at the end. */
  add(message) {
    if (this.#entries.has(message.id)) {
      this.change(message);
      return;
    }
    const entry = this.#entry(message);
    this.#keepingScroll(() => {
      this.#entries.set(message.id, entry);
      this.#list.append(entry.node);
      this.#regroup();
    });
    this.announce(spokenText(message, entry.node));
  }

  /** Replaces a message, once its new pictures are loaded. */
  async change(message) {
    const entry = this.#entries.get(message.id);
    if (!entry) {
      return;
    }
    entry.version += 1;
    const version = entry.version;
    const node = article(message, this.#contextOf(message));
    await picturesLoaded(node);
    if (entry.version !== version || this.#entries.get(message.id) !== entry) {
      return;
    }
    this.#keepingScroll(() => {
      const focused = focusIn(entry.node);
      entry.node.replaceWith(node);
      Object.assign(entry, { message, node });
      this.#regroup();
      refocus(node, focused);
    });
    this.announce(spokenText(message, node));
  }

  /** Removes a message. */
  remove(id) {
    const entry = this.#entries.get(id);
    if (!entry) {
      return;
    }
    this.#keepingScroll(() => {
      const hadFocus = entry.node.contains(document.activeElement);
      entry.node.remove();
      this.#entries.delete(id);
      this.#regroup();
      if (hadFocus) {
        byId("message").focus({ preventScroll: true });
      }
    });
  }

  /** Marks a message and its pressed control as busy; returns a function that ends it. */
  wait(id, node) {
    const entry = this.#entries.get(id);
    node.setAttribute("aria-busy", "true");
    entry?.node.classList.add("waiting");
    this.#sayFailure(id, "");
    return () => {
      node.removeAttribute("aria-busy");
      const busy = entry?.node.querySelector("button[aria-busy]");
      entry?.node.classList.toggle("waiting", Boolean(busy));
    };
  }

  /** Shows an error below a message. */
  fail(id, error) {
    if (this.#entries.has(id)) {
      this.#sayFailure(id, error);
    } else {
      this.note(error);
    }
  }

  #sayFailure(id, error) {
    const line = this.#entries.get(id)?.node.querySelector(".failure");
    if (line) {
      line.textContent = error;
      line.hidden = error === "";
      this.#stayAtEnd();
    }
  }

  /**
   * Adds a note from the page, visible only in this window.
   *
   * @param {string} text
   * @param {{isWaiting?: boolean, about?: string}} options whether something is in progress, and
   *   the command line it is about.
   * @returns {{remove: Function}}
   */
  note(text, { isWaiting = false, about = "" } = {}) {
    const node = element(
      "div",
      { class: isWaiting ? "note waiting" : "note", data: { testid: "note" } },
      about ? element("code", {}, about) : null,
      element(
        "p",
        { role: isWaiting ? "status" : "alert" },
        isWaiting ? element("span", { class: "dots", "aria-hidden": "true" }) : null,
        text,
      ),
      isWaiting ? null : onlyYou({ remove: () => node.remove() }),
    );
    this.#keepingScroll(() => this.#list.append(node));
    return { remove: () => this.#keepingScroll(() => node.remove()) };
  }

  /** Shows the author only once for messages in quick succession. */
  #regroup() {
    let before = null;
    for (const { message, node } of this.#entries.values()) {
      const follows =
        before !== null &&
        before.author.id === message.author.id &&
        !isCommandResponse(message) &&
        isEphemeral(before) === isEphemeral(message) &&
        new Date(message.timestamp) - new Date(before.timestamp) < GROUPING_WINDOW;
      node.classList.toggle("follows", follows);
      before = message;
    }
  }
}

const FOCUSABLE = "button, a[href], summary";

/** The focused control in a message: its index and custom id; null if there is none. */
function focusIn(node) {
  const at = [...node.querySelectorAll(FOCUSABLE)].indexOf(document.activeElement);
  return at === -1 ? null : { at, customId: document.activeElement.dataset.customId };
}

/** Focuses the control with the same custom id, else the one at the same index. */
function refocus(node, focused) {
  if (focused === null) {
    return;
  }
  const controls = [...node.querySelectorAll(FOCUSABLE)];
  const { customId } = focused;
  const same = customId && controls.find((one) => one.dataset.customId === customId);
  const wanted = same ?? controls[Math.min(focused.at, controls.length - 1)];
  const target = wanted && !wanted.disabled ? wanted : node;
  target.focus({ preventScroll: true });
}

/** Shows the introduction above a channel's first message. */
export function welcome(channel, state) {
  const isDirect = channel.guild === null;
  fill(
    byId("welcome"),
    element("span", { class: "welcome-sign", "aria-hidden": "true" }, isDirect ? "@" : "#"),
    element("h2", {}, isDirect ? state.application.name : `#${channel.name}`),
    element(
      "p",
      { class: "quiet" },
      isDirect
        ? `Direct messages with ${state.application.name}.`
        : `The beginning of #${channel.name} in ${channel.guildName}.`,
      " Type / to see what the bot can do.",
    ),
  );
}
