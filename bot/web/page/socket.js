/** The connection to the bot: it comes back by itself, and nothing sent over it is done twice. */

const VERSION = 1;
const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 4000;
const OVER = 4001;
const OTHER_VERSION = 4002;
const TOO_MANY = 4003;

/** Who this window is, kept for as long as it is open; in an opaque frame in memory alone. */
let kept = "";

function remember(session) {
  kept = session;
  try { sessionStorage.setItem("session", session); } catch { /* an opaque frame has none */ }
}

function remembered() {
  try { return kept || sessionStorage.getItem("session") || ""; } catch { return kept; }
}

/** Trade the link in the address for a session, and take it out of the address. */
export async function signIn() {
  const link = location.hash.slice(1);
  if (!link && remembered()) return "";
  const answer = await fetch("session", { method: "POST", body: JSON.stringify({ link }) });
  const { session, said } = await answer.json();
  if (link) history.replaceState(null, "", location.pathname);
  if (session) remember(session);
  return remembered() ? "" : said;
}

export class Line {
  /**
   * @param {() => object} greeting what to say of this window with each connection
   * @param {(frame: object) => void} heard is given each frame
   * @param {(state: "open" | "away" | "over" | "many") => void} changed
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
      else if (code === OTHER_VERSION) location.reload();
      else this.retry();
    };
  }

  retry() {
    this.changed("away");
    this.timer = setTimeout(() => this.open(), this.pause * (0.7 + 0.6 * Math.random()));
    this.pause = Math.min(this.pause * 1.7, LONGEST_PAUSE);
  }

  hurry() {
    if (this.socket?.readyState === WebSocket.CLOSED && this.pause > FIRST_PAUSE) this.open();
  }

  send(frame) {
    if (this.isOpen) this.socket.send(JSON.stringify(frame));
  }
}
