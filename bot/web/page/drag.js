/** Dragging and tapping with one finger, a pen or the mouse. */

const SLOP = 6;
const LEAST_OVERLAP = 0.08;
const CLEARLY = 0.3;
const THIN = 12;

export class Hand {
  /**
   * @param {import("./board.js").Board} board
   * @param {{moves: () => import("./moves.js").Moves, play: Function, tap: Function, ask: Function,
   *   hold: Function, spotlight: Function, touched: () => boolean}} table
   */
  constructor(board, table) {
    this.board = board;
    this.table = table;
    this.held = null;
    const { root } = board;
    root.addEventListener("pointerdown", (event) => this.down(event));
    root.addEventListener("pointermove", (event) => this.move(event));
    root.addEventListener("pointerup", (event) => this.up(event));
    root.addEventListener("pointercancel", (event) => this.cancel(event));
    root.addEventListener("lostpointercapture", (event) => this.cancel(event));
    root.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  down(event) {
    if (this.held || !event.isPrimary || event.button !== 0) return;
    if (this.table.touched()) return;
    const el = event.target.closest?.(".card");
    const spot = event.target.closest?.(".spot");
    if (!el && !spot) {
      this.table.tap("", 0);
      return;
    }
    const isStock = Boolean(el?.card.flight) && this.board.isOnStock(event.clientX, event.clientY);
    const card = isStock ? null : el?.card;
    const pile = isStock ? "s" : card?.pile ?? spot.dataset.pile;
    const shown = this.board.cardsOf(pile);
    const count = card ? shown.length - this.meant(card, shown, event.clientY) : 0;
    this.held = { id: event.pointerId, pile, count, x: event.clientX, y: event.clientY, lifted: null, event };
    this.board.root.setPointerCapture(event.pointerId);
    event.preventDefault();
  }

  /** Which of a pile's cards is meant: where little shows of each, the nearest that may go anywhere. */
  meant(card, shown, clientY) {
    const at = shown.indexOf(card);
    if (at === shown.length - 1 || shown[at + 1].y - card.y >= THIN) return at;
    const y = clientY - this.board.root.getBoundingClientRect().top;
    const distance = (n) => Math.abs((shown[n].y + (shown[n + 1]?.y ?? shown[n].y)) / 2 - y);
    const [nearest] = this.table.moves().counts(card.pile).map((count) => shown.length - count)
      .filter((n) => n >= 0 && distance(n) < THIN).sort((a, b) => distance(a) - distance(b));
    return nearest ?? at;
  }

  move(event) {
    const { held } = this;
    if (!held || event.pointerId !== held.id) return;
    held.event = event;
    if (!held.lifted && Math.hypot(event.clientX - held.x, event.clientY - held.y) > SLOP) this.lift();
    if (held.lifted && !held.frame) held.frame = requestAnimationFrame(() => this.follow());
  }

  lift() {
    const { held, board } = this;
    if (!held.count) return;
    held.lifted = [];
    const cards = board.cardsOf(held.pile).slice(-held.count);
    this.look();
    // A single card can be lifted even if it may go nowhere, as on a table.
    const isFree = held.count === 1 || this.table.moves().from(held.pile, held.count).length > 0;
    if (!isFree || cards.some((card) => card.code < 0)) {
      this.nudge(cards);
      held.isStuck = true;
      return;
    }
    held.lifted = cards.map((card, n) => {
      const { x, y } = board.seen(card);
      card.flight?.cancel();
      card.flight = null;
      card.isHeld = true;
      card.el.classList.remove("flying");
      card.el.classList.add("lifted");
      card.el.style.zIndex = String(20000 + n);
      return { card, x, y };
    });
    this.table.hold(held.pile, held.count);
    this.table.spotlight([...held.targets.keys()], held.pile);
  }

  /** Where piles are, and which of them take the cards that are held. */
  look() {
    const { held, board } = this;
    held.targets = this.table.moves().targets(held.pile, held.count);
    held.extents = new Map(board.frame.piles.map((pile) => [pile.n, board.extent(pile)]));
  }

  /** Once a frame: the cards are where the finger is. */
  follow() {
    const { held } = this;
    if (!held) return;
    held.frame = 0;
    const dx = held.event.clientX - held.x;
    const dy = held.event.clientY - held.y;
    for (const { card, x, y } of held.lifted) {
      card.shownX = x + dx;
      card.shownY = y + dy;
      card.el.style.transform = `translate(${card.shownX}px, ${card.shownY}px) scale(1.035)`;
    }
    const near = this.under((name) => held.targets.has(name));
    if (near?.name !== held.near) {
      held.near = near?.name;
      this.table.near(held.near);
    }
  }

  /** The pile that the first lifted card covers most of, among those that fit. */
  under(fits) {
    const { board, held } = this;
    const first = held.lifted[0]?.card;
    if (!first) return undefined;
    const x = first.shownX ?? first.x;
    const y = first.shownY ?? first.y;
    let best;
    for (const [name, { left, top, right, bottom }] of held.extents) {
      if (name === held.pile || !fits(name)) continue;
      const across = Math.min(x + board.w, right) - Math.max(x, left);
      const down = Math.min(y + board.h, bottom) - Math.max(y, top);
      const share = across > 0 && down > 0 ? (across * down) / (board.w * board.h) : 0;
      if (share >= LEAST_OVERLAP && share > (best?.share ?? 0)) best = { name, share };
    }
    return best;
  }

  up(event) {
    const { held, board } = this;
    if (!held || event.pointerId !== held.id) return;
    held.event = event;
    if (!held.lifted && Math.hypot(event.clientX - held.x, event.clientY - held.y) > SLOP) this.lift();
    if (!held.lifted) {
      this.held = null;
      this.table.tap(held.pile, held.count);
      return;
    }
    cancelAnimationFrame(held.frame);
    // The whole drag may have come since the last frame.
    this.follow();
    const target = this.dropped();
    this.held = null;
    this.table.hold();
    this.table.spotlight([]);
    if (held.isStuck) return;
    const cards = held.lifted.map(({ card }) => card);
    if (target && this.table.play(target.text, () => board.foresee(target, cards))) return;
    if (!target && held.refused) this.table.ask(held.refused);
    this.putBack(held.lifted);
  }

  /** The move that a drop means: onto any foundation means the one that takes the card. */
  dropped() {
    const { held, board } = this;
    const moves = this.table.moves();
    const targets = moves.targets(held.pile, held.count);
    const best = this.under((name) => targets.has(name));
    const other = this.under(() => true);
    if (other && board.isFoundation(other.name) && !targets.has(other.name) && (!best || other.share > best.share)) {
      const home = moves.home(held.pile, held.count, board.isFoundation);
      if (home) return home;
    }
    if (best) return targets.get(best.name);
    if (other && other.share > CLEARLY) {
      held.refused = `${held.pile}-${other.name}${held.count > 1 ? `*${held.count}` : ""}`;
    }
    return undefined;
  }

  putBack(lifted) {
    for (const { card } of lifted) {
      const from = this.board.seen(card);
      card.isHeld = false;
      this.board.put(card);
      if (this.board.isStill) card.shownX = card.shownY = undefined;
      else this.board.fly(card, from);
    }
  }

  cancel(event) {
    const { held } = this;
    if (!held || event.pointerId !== held.id) return;
    this.release();
  }

  /** The window has another size: what is lifted goes back, and what is only touched stays a tap. */
  resized() {
    if (this.held?.lifted) this.release();
  }

  /** Put back what is held. */
  release() {
    const { held } = this;
    if (!held) return;
    this.held = null;
    cancelAnimationFrame(held.frame);
    this.table.hold();
    this.table.spotlight([]);
    if (held.lifted?.length) this.putBack(held.lifted);
  }

  /** Whether cards are still held after another board has come; if they lie elsewhere, no more. */
  isStillHolding() {
    const { held } = this;
    if (!held?.lifted?.length) return Boolean(held);
    const shown = this.board.cardsOf(held.pile).slice(-held.count);
    if (shown.length === held.lifted.length && held.lifted.every(({ card }, n) => card === shown[n] && card.isHeld)) {
      this.look();
      this.table.spotlight([...held.targets.keys()]);
      return true;
    }
    for (const { card } of held.lifted) {
      card.isHeld = false;
      card.el.classList.remove("lifted");
    }
    this.held = null;
    this.table.hold();
    this.table.spotlight([]);
    return false;
  }

  nudge(cards) {
    if (this.board.isStill) return;
    for (const { el } of cards) {
      const at = el.style.transform;
      el.animate([{ transform: at }, { transform: `${at} translateX(3px)` }, { transform: `${at} translateX(-3px)` }, { transform: at }], { duration: 160 });
    }
  }
}
