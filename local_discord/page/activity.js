/**
 * An Activity over the chat: its frame, and what Discord's client answers it. They speak RPC by
 * `postMessage`, as the Embedded App SDK does: `[opcode, data]`.
 */

import { byId, fill, icon, webAddress } from "./dom.js";

const HANDSHAKE = 0;
const FRAME = 1;
const CLOSE = 2;
const NORMAL = 1000;
const INVALID_CLIENT = 4000;
const MODES = ["focused", "pip", "grid"];
const PHONE = window.matchMedia("(max-width: 720px)");
const WIDE = window.matchMedia("(orientation: landscape)");
/** What the bar covers of a frame on a phone, and Discord says of it. */
const INSETS = { top: "52px", right: "0px", bottom: "16px", left: "0px" };

/** What needs no server, by command. */
const OWN = {
  CAPTURE_LOG: ({ level, message }) => {
    console.debug(`The Activity logs (${level}): ${message}`);
    return null;
  },
  ENCOURAGE_HW_ACCELERATION: () => ({ enabled: true }),
  GET_PLATFORM_BEHAVIORS: () => ({ iosKeyboardResizesView: false }),
  SET_CONFIG: ({ use_interactive_pip }) => ({ use_interactive_pip: Boolean(use_interactive_pip) }),
  SET_ORIENTATION_LOCK_STATE: () => null,
  OPEN_EXTERNAL_LINK: ({ url }) => {
    const address = webAddress(url);
    return { opened: address !== null && window.open(address, "_blank", "noopener") !== undefined };
  },
};

/** The window of an Activity. */
export class Activity {
  #root = byId("activity");
  #instance = null;
  #frame = null;
  #isSandboxed = false;
  #heard = new Set();

  /**
   * @param {import("./state.js").State} state
   * @param {{ask: Function, left: Function, say: Function}} actions `ask(command, args)` resolves to
   *   the server's answer, `left()` says that the window shows it no longer, `say(text)` tells the
   *   user.
   */
  constructor(state, actions) {
    this.state = state;
    this.actions = actions;
    byId("activity-close").append(icon("close"));
    byId("activity-close").addEventListener("click", () => this.close());
    byId("activity-layout").addEventListener("change", (event) => this.#lay(event.target.value));
    window.addEventListener("message", (event) => this.#receive(event));
    WIDE.addEventListener("change", () => this.#tellOrientation());
    PHONE.addEventListener("change", () => this.#inset());
  }

  /** The id of the instance that is shown; null if none is. */
  get shown() {
    return this.#instance?.instance_id ?? null;
  }

  /** Shows an instance. */
  open(instance, isSandboxed) {
    if (this.shown === instance.instance_id) {
      return;
    }
    this.#instance = instance;
    this.#isSandboxed = isSandboxed;
    this.#heard.clear();
    const { location, instance_id, launch_id } = instance;
    const isPhone = PHONE.matches;
    const query = new URLSearchParams({
      instance_id,
      launch_id,
      location_id: location.id,
      channel_id: location.channel_id,
      ...(location.guild_id ? { guild_id: location.guild_id } : {}),
      frame_id: crypto.randomUUID(),
      platform: isPhone ? "mobile" : "desktop",
    });
    const frame = document.createElement("iframe");
    if (isSandboxed) {
      frame.setAttribute("sandbox", "allow-scripts allow-forms allow-popups");
    }
    frame.title = this.state.application.name;
    frame.src = `activity/${instance_id}/?${query}`;
    frame.addEventListener("load", () => this.#inset());
    this.#frame = frame;
    fill(byId("activity-frame"), frame);
    byId("activity-name").textContent = this.state.application.name;
    byId("activity-layout").value = "focused";
    this.#root.dataset.layout = "focused";
    this.#root.hidden = false;
    frame.focus();
  }

  /** Closes it; with the last window the instance ends. */
  close() {
    if (this.#instance === null) {
      return;
    }
    this.#instance = this.#frame = null;
    this.#root.hidden = true;
    fill(byId("activity-frame"));
    this.actions.left();
  }

  /** Says who is in the instance. */
  tell({ instance, participants }) {
    if (instance === this.shown) {
      this.#dispatch("ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE", { participants });
    }
  }

  #lay(mode) {
    this.#root.dataset.layout = mode;
    this.#dispatch("ACTIVITY_LAYOUT_MODE_UPDATE", { layout_mode: MODES.indexOf(mode) });
  }

  /** Tells the frame what the bar covers, which it does on phones. */
  #inset() {
    const root = this.#frame?.contentDocument?.documentElement;
    for (const [side, length] of Object.entries(INSETS)) {
      root?.style.setProperty(`--discord-safe-area-inset-${side}`, PHONE.matches ? length : "");
    }
  }

  #tellOrientation() {
    const orientation = WIDE.matches ? "landscape" : "portrait";
    this.#dispatch("ORIENTATION_UPDATE", {
      screen_orientation: WIDE.matches ? 1 : 0,
      orientation,
    });
  }

  #send(opcode, data) {
    const target = this.#isSandboxed ? "*" : location.origin;
    this.#frame?.contentWindow?.postMessage([opcode, data], target);
  }

  #dispatch(evt, data) {
    if (evt === "READY" || this.#heard.has(evt)) {
      this.#send(FRAME, { cmd: "DISPATCH", evt, data, nonce: null });
    }
  }

  #receive(event) {
    if (event.source === null || event.source !== this.#frame?.contentWindow) {
      return;
    }
    const [opcode, data] = Array.isArray(event.data) ? event.data : [];
    switch (opcode) {
      case HANDSHAKE:
        this.#greet(data);
        break;
      case FRAME:
        this.#answer(data);
        break;
      case CLOSE:
        this.close();
        if (data?.code !== NORMAL) {
          this.actions.say(data?.message || "The Activity has closed itself.");
        }
        break;
    }
  }

  #greet({ client_id }) {
    if (client_id !== this.state.application.id) {
      this.#send(CLOSE, { code: INVALID_CLIENT, message: "Invalid Client ID" });
      return;
    }
    const config = {
      cdn_host: location.host,
      api_endpoint: `//${location.host}/api`,
      environment: "production",
    };
    this.#dispatch("READY", { v: 1, config });
  }

  async #answer({ cmd, args, evt, nonce }) {
    const reply = (data) => this.#send(FRAME, { cmd, data, evt: null, nonce });
    if (cmd === "SUBSCRIBE" || cmd === "UNSUBSCRIBE") {
      this.#heard[cmd === "SUBSCRIBE" ? "add" : "delete"](evt);
      reply({ evt });
      if (evt === "ORIENTATION_UPDATE") {
        this.#tellOrientation();
      }
    } else if (Object.hasOwn(OWN, cmd)) {
      reply(OWN[cmd](args ?? {}));
    } else {
      const { data, error } = await this.actions.ask(cmd, args ?? {});
      if (error) {
        this.#send(FRAME, { cmd, data: error, evt: "ERROR", nonce });
      } else {
        reply(data);
      }
    }
  }
}
