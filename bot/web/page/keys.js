/** The keyboard and screen readers: each pile is a button, named in words. */

const ROW = 0.5;

export class Keys {
  /**
   * @param {import("./board.js").Board} board
   * @param {{moves: Function, tap: Function, choose: Function, chosen: () => ({pile: string, count: number} | null),
   *   discard: Function, play: Function, texts: () => Record<string, string>}} table
   */
  constructor(board, table) {
    this.board = board;
    this.table = table;
    this.root = document.getElementById("piles");
    this.buttons = new Map();
    this.current = "";
    this.root.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("keydown", (event) => this.shortcut(event));
  }

  /** Bring the buttons up to date with a frame, in reading order. */
  draw(frame) {
    const names = new Set(frame.piles.map((pile) => pile.n));
    for (const [name, button] of this.buttons) {
      if (names.has(name)) continue;
      button.remove();
      this.buttons.delete(name);
    }
    for (const pile of frame.piles) {
      let button = this.buttons.get(pile.n);
      if (!button) {
        button = Object.assign(document.createElement("button"), { type: "button", tabIndex: -1 });
        button.dataset.pile = pile.n;
        // A screen reader's press comes without a key.
        button.addEventListener("click", () => this.press(pile.n));
        button.addEventListener("focus", () => this.rove(pile.n));
        this.buttons.set(pile.n, button);
      }
      const { left, top, right, bottom } = this.board.extent(pile);
      Object.assign(button.style, { left: `${left}px`, top: `${top}px`, width: `${right - left}px`, height: `${bottom - top}px` });
    }
    for (const pile of this.reading()) {
      const button = this.buttons.get(pile.n);
      if (button !== this.root.children[this.reading().indexOf(pile)]) this.root.append(button);
    }
    this.label();
    if (!this.buttons.has(this.current)) this.rove(this.reading()[0]?.n);
  }

  /** The piles as they are read: row by row. */
  reading() {
    const height = this.board.frame.card[1] * ROW;
    return [...this.board.frame.piles].sort((a, b) =>
      Math.round(a.b[1] / height) - Math.round(b.b[1] / height) || a.b[0] - b.b[0]);
  }

  /** Where the cards that are lifted may go. */
  targets() {
    const chosen = this.table.chosen();
    return chosen ? this.table.moves().targets(chosen.pile, chosen.count) : new Map();
  }

  label() {
    const chosen = this.table.chosen();
    const targets = this.targets();
    const texts = this.table.texts();
    for (const pile of this.board.frame.piles) {
      const states = [];
      if (chosen?.pile === pile.n) states.push(texts.lifted);
      if (targets.has(pile.n)) states.push(texts.target);
      const name = texts.piles[pile.k].replace("{name}", pile.n);
      this.buttons.get(pile.n).setAttribute("aria-label", [`${name}: ${pile.w}`, ...states].join(", "));
    }
  }

  rove(name) {
    if (!name) return;
    this.buttons.get(this.current)?.setAttribute("tabindex", "-1");
    this.current = name;
    this.buttons.get(name).setAttribute("tabindex", "0");
  }

  focus(name) {
    this.rove(name);
    this.buttons.get(name).focus();
  }

  key(event) {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === "ArrowLeft" || key === "ArrowRight") this.step(key === "ArrowRight" ? 1 : -1);
    else if (key === "ArrowUp" || key === "ArrowDown") this.grow(key === "ArrowUp" ? 1 : -1);
    else if (key === "Enter") this.press(this.current);
    else if (key === " ") this.table.tap(this.current, 0);
    else return;
    event.preventDefault();
  }

  /** Go to the next pile; with cards lifted, to the next that takes them. */
  step(by) {
    const targets = this.targets();
    const order = this.reading().filter(({ n }) => !targets.size || targets.has(n) || n === this.current);
    const at = order.findIndex((pile) => pile.n === this.current);
    this.focus(order[(at + by + order.length) % order.length].n);
  }

  /** Lift more or fewer cards, or without any lifted go to the row above or below. */
  grow(by) {
    const chosen = this.table.chosen();
    const counts = this.table.moves().counts(this.current);
    if (chosen?.pile === this.current && counts.length > 1) {
      const next = counts[counts.indexOf(chosen.count) + by];
      if (next) this.table.choose(this.current, next);
      return;
    }
    const here = this.board.pile(this.current);
    const rows = this.board.frame.piles.filter((pile) => (pile.b[1] - here.b[1]) * -by > this.board.frame.card[1] * ROW);
    const distance = (pile) => Math.abs(pile.b[1] - here.b[1]) * 3 + Math.abs(pile.b[0] - here.b[0]);
    const nearest = rows.sort((a, b) => distance(a) - distance(b))[0];
    if (nearest) this.focus(nearest.n);
  }

  /** Enter lifts cards, and puts them down where they may go. */
  press(name) {
    const { table } = this;
    const chosen = table.chosen();
    const move = this.targets().get(name);
    const counts = table.moves().counts(name);
    if (move) table.play(move.text);
    else if (name === "s" || !counts.length) table.tap(name, 0);
    else if (chosen && table.discard(name)) return;
    else if (chosen?.pile === name) table.choose("", 0);
    else table.choose(name, counts.at(-1));
  }

  shortcut(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("dialog, [inert]")) return;
    const key = event.key.toLowerCase();
    const button = { z: "undo", u: "undo", y: "redo", h: "hint", f: "finish", m: "more" }[key];
    if (button) document.getElementById(button).click();
    else if (key === "s") this.table.tap("s", 0);
    else if (key === "escape") this.table.choose("", 0);
    else if (this.buttons.has(key)) this.focus(key);
    else return;
    event.preventDefault();
  }
}
