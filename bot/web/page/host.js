/** Discord's client around this window, where the table is an Activity: RPC by `postMessage`. */

const HANDSHAKE = 0;
const FRAME = 1;
const LAYOUTS = ["focused", "pip", "grid"];
const DISCORD = ["https://discord.com", "https://ptb.discord.com", "https://canary.discord.com"];

/** Discord's client around this window; null where there is none. */
export function hostOf(application, query = new URLSearchParams(location.search)) {
  const isFramed = window.parent !== window || window.opener !== null;
  return application && isFramed && query.has("instance_id") ? new Host(application, query) : null;
}

class Host {
  constructor(application, query) {
    this.application = application;
    this.instance = query.get("instance_id");
    this.client = window.parent.opener ?? window.parent;
    this.origins = [location.origin, ...DISCORD];
    // Until it has answered, it may be any of them; what frames this window, its policy decides.
    this.origin = "*";
    this.waiting = new Map();
    this.heard = new Map();
    this.ready = new Promise((resolve) => this.heard.set("READY", resolve));
    addEventListener("message", (event) => this.receive(event));
    this.post(HANDSHAKE, { v: 1, encoding: "json", client_id: application, frame_id: query.get("frame_id") });
  }

  /** What proves to the bot who sits here; rejected if Discord or its user does not want to say. */
  async proof() {
    await this.ready;
    const { code } = await this.ask("AUTHORIZE", {
      client_id: this.application, response_type: "code", state: "", prompt: "none", scope: ["identify"],
    });
    return { code, instance: this.instance };
  }

  /** Tell Discord's client that its user is known, and hear how it lays this window out. */
  async settle(token) {
    await this.ask("AUTHENTICATE", { access_token: token });
    this.heard.set("ACTIVITY_LAYOUT_MODE_UPDATE", ({ layout_mode: mode }) => {
      document.body.dataset.layout = LAYOUTS[mode] ?? LAYOUTS[0];
      // When it is small, it is there to be looked at.
      document.body.inert = mode > 0;
    });
    await this.ask("SUBSCRIBE", undefined, "ACTIVITY_LAYOUT_MODE_UPDATE");
  }

  ask(cmd, args, evt) {
    const nonce = crypto.randomUUID();
    this.post(FRAME, { cmd, args, evt, nonce });
    return new Promise((resolve, reject) => this.waiting.set(nonce, { resolve, reject }));
  }

  post(opcode, data) {
    this.client.postMessage([opcode, data], this.origin);
  }

  receive({ source, origin, data: tuple }) {
    if (source !== this.client || !this.origins.includes(origin) || !Array.isArray(tuple)) return;
    const [opcode, data] = tuple;
    if (opcode !== FRAME) return;
    this.origin = origin;
    const { cmd, evt, nonce, data: content } = data;
    if (cmd === "DISPATCH") this.heard.get(evt)?.(content);
    else if (evt === "ERROR") this.waiting.get(nonce)?.reject(new Error(content.message));
    else this.waiting.get(nonce)?.resolve(content);
    this.waiting.delete(nonce);
  }
}
