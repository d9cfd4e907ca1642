/**
 * The sidebar: servers, channels and direct messages; in narrow windows a drawer.
 */

import { byId, element, fill, icon } from "./dom.js";

/** The list of channels. */
export class Channels {
  #unread = new Set();
  #open = null;

  /**
   * @param {import("./state.js").State} state
   * @param {(id: string) => void} choose opens a channel.
   */
  constructor(state, choose) {
    this.state = state;
    this.choose = choose;
  }

  /** Marks a channel as open. */
  open(id) {
    this.#open = id;
    this.#unread.delete(id);
    this.show();
  }

  /** Marks a channel as unread unless it is open. */
  markUnread(id) {
    if (id !== this.#open && !this.#unread.has(id)) {
      this.#unread.add(id);
      this.show();
    }
  }

  /** Marks every channel as read. */
  clearUnread() {
    this.#unread.clear();
  }

  /** Renders the list. */
  show() {
    const { guilds, dms } = this.state;
    fill(
      byId("channels"),
      guilds.map((guild, at) => this.#group(guild.name, `hue-${at + 1}`, "#", guild.channels)),
      this.#group("Direct messages", "hue-0", "@", dms),
    );
    const { name, online } = this.state.application;
    const status = byId("application");
    status.dataset.online = String(online);
    fill(
      status,
      element("span", { class: "lamp", "aria-hidden": "true" }),
      online ? `${name} is connected` : `${name} is not connected`,
    );
  }

  #group(title, hue, sign, channels) {
    return element(
      "section",
      { class: "group" },
      element(
        "h2",
        {},
        element("span", { class: `guild-sign ${hue}`, "aria-hidden": "true" }, initials(title)),
        title,
      ),
      element(
        "ul",
        {},
        channels.map(({ id, name }) => element("li", {}, this.#channel(id, sign, name))),
      ),
    );
  }

  #channel(id, sign, name) {
    const isUnread = this.#unread.has(id);
    return element(
      "button",
      {
        class: isUnread ? "channel unread" : "channel",
        type: "button",
        data: { channelId: id },
        "aria-current": id === this.#open ? "page" : null,
        "aria-label": isUnread ? `${name}, unread` : name,
        on: { click: () => this.choose(id) },
      },
      element("span", { class: "channel-sign", "aria-hidden": "true" }, sign),
      element("span", { class: "channel-title" }, name),
    );
  }
}

function initials(title) {
  return title
    .split(" ")
    .filter((word) => word !== "The")
    .map((word) => word[0].toUpperCase())
    .join("");
}

/** The sidebar as a drawer, in windows too narrow to show it beside the messages. */
export class Drawer {
  #sidebar = byId("sidebar");
  #scrim = byId("scrim");
  #opener = byId("open-sidebar");
  #narrow = window.matchMedia("(max-width: 720px)");

  constructor() {
    const closer = byId("close-sidebar");
    this.#opener.append(icon("menu"));
    closer.append(icon("close"));
    this.#opener.addEventListener("click", () => this.#set(true));
    closer.addEventListener("click", () => this.close());
    this.#scrim.addEventListener("click", () => this.close());
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        this.close();
      }
    });
    this.#narrow.addEventListener("change", () => this.#set(false));
    this.#set(false);
  }

  /** Closes the drawer if it is open. */
  close() {
    const wasOpen = this.#narrow.matches && !this.#sidebar.inert;
    this.#set(false);
    if (wasOpen) {
      this.#opener.focus();
    }
  }

  #set(isOpen) {
    const isDrawer = this.#narrow.matches;
    this.#sidebar.classList.toggle("open", isOpen);
    this.#sidebar.inert = isDrawer && !isOpen;
    this.#scrim.hidden = !(isDrawer && isOpen);
    this.#opener.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) {
      const current = this.#sidebar.querySelector("[aria-current]");
      (current ?? this.#sidebar.querySelector("button")).focus();
    }
  }
}
