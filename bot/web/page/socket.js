/** The connection to the bot: it comes back by itself, and nothing sent over it is done twice. */

const VERSION = 1;
const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 4000;
const BETWEEN_RELOADS = 60_000;
const REFUSED = 401;
const OVER = 4001;
const OTHER_VERSION = 4002;
const TOO_MANY = 4003;

const longer = (pause) => Math.min(pause * 1.7, LONGEST_PAUSE);

/** A pause in which not all windows come back at once. */
const spread = (pause) => pause * (0.7 + 0.6 * Math.random());

/** Who this window is, kept for as long as it is open; in memory alone where a browser stores nothing. */
let kept = "";

function remember(session) {
  kept = session;
  try { sessionStorage.setItem("session", session); } catch { /* as its user wants it */ }
}

function remembered() {
  try { return kept || sessionStorage.getItem("session") || ""; } catch { return kept; }
}

/** Sign in, however long the bot is not there; returns why it will not have this window, if so. */
export async function signIn(host, changed) {
  for (let pause = FIRST_PAUSE; ; pause = longer(pause)) {
    try { return await (host ? enter(host) : trade()); } catch { changed("away"); }
    await new Promise((resolve) => setTimeout(resolve, spread(pause)));
  }
}

async function ask(proof) {
  const answer = await fetch("session", { method: "POST", body: JSON.stringify(proof) });
  // Something in between may answer for the bot.
  if (!answer.ok && answer.status !== REFUSED) throw new Error(answer.statusText);
  return answer.json();
}

/** Sign in by Discord's client, each time anew: its user may be another one. */
async function enter(host) {
  const proof = await host.proof().catch(() => null);
  const { session, token, lang, said } = await ask(proof ?? { code: "", instance: "" });
  if (!session) return said;
  kept = session;
  host.language = lang;
  host.settle(token).catch(() => { /* It is a table all the same. */ });
  return "";
}
/** Made up by this page: it may ask again where the answer was lost, and nobody else may. */
const tab = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16)).join("");

/** Trade the link in the address for a session, and take it out of the address. */
async function trade() {
  const link = location.hash.slice(1);
  if (!link && remembered()) return "";
  const { session, said } = await ask({ link, tab });
  if (link) history.replaceState(null, "", location.pathname);
  if (session) remember(session);
  return remembered() ? "" : said;
}

export class Line {
  /**
   * @param {() => object} greeting what to say of this window with each connection
   * @param {(frame: object) => void} heard is given each frame
   * @param {(state: "open" | "away" | "over" | "many" | "old") => void} changed
   */
  constructor(greeting, heard, changed) {
    this.greeting = greeting;
    this.heard = heard;
    this.changed = changed;
    this.pause = FIRST_PAUSE;
    this.socket = null;
    for (const event of ["online", "focus"]) addEventListener(event, () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
    this.open();
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  open() {
    clearTimeout(this.timer);
    const address = new URL("ws", location.href);
    address.protocol = address.protocol.replace("http", "ws");
    address.hash = "";
    const socket = this.socket = new WebSocket(address);
    socket.onopen = () => this.send({ t: "hello", v: VERSION, session: remembered(), ...this.greeting() });
    socket.onmessage = (event) => {
      const frame = JSON.parse(event.data);
      if (frame.t === "welcome") {
        this.pause = FIRST_PAUSE;
        remember(frame.session);
        this.changed("open");
      }
      this.heard(frame);
    };
    socket.onclose = ({ code }) => {
      if (this.socket !== socket) return;
      if (code === OVER) this.changed("over");
      else if (code === TOO_MANY) this.changed("many");
      else if (code === OTHER_VERSION) this.reload();
      else this.retry();
    };
  }

  retry() {
    this.changed("away");
    this.timer = setTimeout(() => this.open(), spread(this.pause));
    this.pause = longer(this.pause);
  }

  /** Get the page anew, but not again and again: a proxy may keep the old one. */
  reload() {
    try {
      const passed = Date.now() - Number(sessionStorage.getItem("reloaded"));
      if (passed > BETWEEN_RELOADS) {
        sessionStorage.setItem("reloaded", String(Date.now()));
        location.reload();
        return;
      }
    } catch { /* Without a memory, each time would be the first. */ }
    this.changed("old");
  }

  hurry() {
    if (this.socket?.readyState === WebSocket.CLOSED && this.pause > FIRST_PAUSE) this.open();
  }

  send(frame) {
    if (this.isOpen) this.socket.send(JSON.stringify(frame));
  }
}
