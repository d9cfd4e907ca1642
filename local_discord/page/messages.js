/**
 * The open channel's messages: shows, changes and removes them, and keeps the reader's place.
 */

import { byId, element, fill, icon } from "./dom.js";
import { picturesLoaded } from "./media.js";
import { article, isCommandAnswer, isEphemeral, onlyYou, spoken } from "./message.js";

const NEAR_END = 60;
const SAME_BREATH = 7 * 60 * 1000;

/** The messages of one channel, in the page's log. */
export class MessageList {
  #log = byId("log");
  #list = byId("messages");
  #jump = byId("jump");
  #entries = new Map();
  #atEnd = true;
  #scene;

  /**
   * @param {(message: object) => import("./components.js").Scene & {remove: Function}} scene what
   *   a message's parts need to know and to do.
   * @param {(text: string) => void} announce says something to those who hear the page.
   */
  constructor(scene, announce) {
    this.#scene = scene;
    this.announce = announce;
    this.#jump.append(icon("down"));
    this.#log.addEventListener("scroll", () => this.#notePlace(), { passive: true });
    this.#jump.addEventListener("click", () => this.toEnd());
    const sizes = new ResizeObserver(() => this.#stayAtEnd());
    sizes.observe(this.#log);
    sizes.observe(this.#list);
  }

  #notePlace() {
    const { scrollHeight, scrollTop, clientHeight } = this.#log;
    this.#atEnd = scrollHeight - scrollTop - clientHeight < NEAR_END;
    this.#jump.hidden = this.#atEnd;
  }

  #stayAtEnd() {
    if (this.#atEnd) {
      this.#log.scrollTop = this.#log.scrollHeight;
    } else {
      this.#notePlace();
    }
  }

  /** Goes to the newest message. */
  toEnd() {
    this.#atEnd = true;
    this.#jump.hidden = true;
    this.#stayAtEnd();
  }

  /** Changes the list without moving what the reader looks at. */
  #keepingPlace(change) {
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

  /** Empties the list, for another channel. */
  clear() {
    this.#entries.clear();
    fill(this.#list);
    this.toEnd();
  }

  /** Shows these messages, oldest first, and no others; those unchanged stay as they are. */
  show(messages) {
    this.#keepingPlace(() => {
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
  }

  #entry(message) {
    return { message, node: article(message, this.#scene(message)), turn: 0 };
  }

  /** Adds a new message at the end. */
  add(message) {
    if (this.#entries.has(message.id)) {
      this.change(message);
      return;
    }
    const entry = this.#entry(message);
    this.#keepingPlace(() => {
      this.#entries.set(message.id, entry);
      this.#list.append(entry.node);
      this.#regroup();
    });
    this.announce(spoken(message, entry.node));
  }

  /** Shows a message as it is now, once its new pictures are there, all at once. */
  async change(message) {
    const entry = this.#entries.get(message.id);
    if (!entry) {
      return;
    }
    entry.turn += 1;
    const turn = entry.turn;
    const node = article(message, this.#scene(message));
    await picturesLoaded(node);
    if (entry.turn !== turn || this.#entries.get(message.id) !== entry) {
      return;
    }
    this.#keepingPlace(() => {
      const focused = focusIn(entry.node);
      entry.node.replaceWith(node);
      Object.assign(entry, { message, node });
      this.#regroup();
      refocus(node, focused);
    });
    this.announce(spoken(message, node));
  }

  /** Takes a message away. */
  remove(id) {
    const entry = this.#entries.get(id);
    if (!entry) {
      return;
    }
    this.#keepingPlace(() => {
      const hadFocus = entry.node.contains(document.activeElement);
      entry.node.remove();
      this.#entries.delete(id);
      this.#regroup();
      if (hadFocus) {
        byId("message").focus({ preventScroll: true });
      }
    });
  }

  /** Shows that an answer to a press on a message is under way; returns how to end that. */
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

  /** Says under a message that something asked of it did not work. */
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
   * Adds a line of the page's own that only this user sees.
   *
   * @param {string} text
   * @param {{isWaiting?: boolean, about?: string}} look whether something is under way, and the
   *   command it is about.
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
    this.#keepingPlace(() => this.#list.append(node));
    return { remove: () => this.#keepingPlace(() => node.remove()) };
  }

  /** Messages of one author in one breath show the author once. */
  #regroup() {
    let before = null;
    for (const { message, node } of this.#entries.values()) {
      const follows =
        before !== null &&
        before.author.id === message.author.id &&
        !isCommandAnswer(message) &&
        isEphemeral(before) === isEphemeral(message) &&
        new Date(message.timestamp) - new Date(before.timestamp) < SAME_BREATH;
      node.classList.toggle("follows", follows);
      before = message;
    }
  }
}

const FOCUSABLE = "button, a[href], summary";

/** Which control of a message has the focus: its number and id; null when none has. */
function focusIn(node) {
  const at = [...node.querySelectorAll(FOCUSABLE)].indexOf(document.activeElement);
  return at === -1 ? null : { at, customId: document.activeElement.dataset.customId };
}

/** Gives the focus to the control that stands where the focused one stood. */
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

/** What stands above a channel's first message. */
export function welcome(channel, state) {
  const isDirect = channel.place === null;
  fill(
    byId("welcome"),
    element("span", { class: "welcome-sign", "aria-hidden": "true" }, isDirect ? "@" : "#"),
    element("h2", {}, isDirect ? state.application.name : `#${channel.name}`),
    element(
      "p",
      { class: "quiet" },
      isDirect
        ? `Direct messages with ${state.application.name}.`
        : `The beginning of #${channel.name} in ${channel.place}.`,
      " Type / to see what the bot can do.",
    ),
  );
}
