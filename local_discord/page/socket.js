/**
 * The websocket to the server, which reconnects automatically.
 */

const FIRST_PAUSE = 400;
const MAX_PAUSE = 5000;
const MAX_WAIT = 15000;

const LOST = "The connection was lost before the reply arrived; try again.";
const NOT_CONNECTED = "Not connected to the server; try again soon.";
const NO_RESPONSE = "The application did not respond";

/** A connection that reconnects automatically. */
export class Connection {
  #socket = null;
  #waiting = new Map();
  #nonces = 0;
  #pause = FIRST_PAUSE;
  #timer = 0;

  /**
   * @param {string} address of the websocket.
   * @param {{opened: Function, lost: Function, frame: Function}} listener called when the
   *   connection opens, when it is lost, and with every frame that is no reply.
   */
  constructor(address, listener) {
    this.address = address;
    this.listener = listener;
    window.addEventListener("online", () => this.#open());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) {
        this.#open();
      }
    });
  }

  /** Whether frames can be sent. */
  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Connects, and reconnects whenever the connection is lost. */
  start() {
    this.#open();
  }

  #open() {
    if (this.#socket !== null) {
      return;
    }
    clearTimeout(this.#timer);
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#pause = FIRST_PAUSE;
      this.listener.opened();
    });
    socket.addEventListener("message", (event) => this.#receive(JSON.parse(event.data)));
    socket.addEventListener("close", () => this.#closed());
  }

  #closed() {
    this.#socket = null;
    for (const settle of this.#waiting.values()) {
      settle({ op: "failed", error: LOST });
    }
    this.listener.lost();
    this.#timer = setTimeout(() => this.#open(), this.#pause);
    this.#pause = Math.min(this.#pause * 1.7, MAX_PAUSE);
  }

  #receive(frame) {
    const settle = this.#waiting.get(frame.nonce);
    if (settle) {
      settle(frame);
    } else {
      this.listener.frame(frame);
    }
  }

  /** Sends a frame; returns whether it could. */
  send(frame) {
    if (this.isOpen) {
      this.#socket.send(JSON.stringify(frame));
    }
    return this.isOpen;
  }

  /**
   * Sends a frame and waits for its reply.
   *
   * @returns {Promise<object>} a `done`, `choices`, `modal` or `failed` frame.
   */
  ask(frame) {
    if (!this.isOpen) {
      return Promise.resolve({ op: "failed", error: NOT_CONNECTED });
    }
    this.#nonces += 1;
    const nonce = String(this.#nonces);
    return new Promise((resolve) => {
      const settle = (reply) => {
        this.#waiting.delete(nonce);
        clearTimeout(timer);
        resolve(reply);
      };
      const timer = setTimeout(() => settle({ op: "failed", error: NO_RESPONSE }), MAX_WAIT);
      this.#waiting.set(nonce, settle);
      this.send({ ...frame, nonce });
    });
  }
}
