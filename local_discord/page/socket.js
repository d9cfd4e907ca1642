/**
 * The websocket to the server: sends frames, matches replies to questions, reconnects by itself.
 */

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 5000;
const LONGEST_WAIT = 15000;

const LOST = "The connection was lost before an answer came; try again.";
const NOT_CONNECTED = "There is no connection to the server at the moment; try again soon.";
const NO_RESPONSE = "The application did not respond";

/** A connection that comes back by itself. */
export class Connection {
  #socket = null;
  #waiting = new Map();
  #nonces = 0;
  #pause = FIRST_PAUSE;
  #timer = 0;

  /**
   * @param {string} address of the websocket.
   * @param {{opened: Function, lost: Function, frame: Function}} listener told when the connection
   *   is there, when it is gone, and of every frame that answers no question.
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

  /** Connects, and from now on connects again whenever the connection is lost. */
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
    this.#pause = Math.min(this.#pause * 1.7, LONGEST_PAUSE);
  }

  #receive(frame) {
    const settle = this.#waiting.get(frame.nonce);
    if (settle) {
      settle(frame);
    } else {
      this.listener.frame(frame);
    }
  }

  /** Sends a frame; returns whether there was a connection to send it over. */
  send(frame) {
    if (this.isOpen) {
      this.#socket.send(JSON.stringify(frame));
    }
    return this.isOpen;
  }

  /**
   * Sends a frame that is answered: by `done`, `choices`, `modal` or `failed`.
   *
   * @returns {Promise<object>} the answer; a `failed` one when none can come any more.
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
      const timer = setTimeout(() => settle({ op: "failed", error: NO_RESPONSE }), LONGEST_WAIT);
      this.#waiting.set(nonce, settle);
      this.send({ ...frame, nonce });
    });
  }
}
