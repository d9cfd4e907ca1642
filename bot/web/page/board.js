/** The board: one element a card, moved from where it is seen to where it belongs. */

import { readMove } from "./moves.js";

const LEAST = 120;
const MOST = 320;
const STAGGER = 18;
const STAGGERED = 30;
const TURN = [90, 110];
const EASE = "cubic-bezier(0.25, 0.8, 0.3, 1)";
const LEAST_INDEX = 0.35;
const WITHOUT_EDGE = 0.96;
const BACK = 52;
const ACROSS = 13;

const $ = (id) => document.getElementById(id);

const HUES = 6;

/** The colour of somebody, by their name. */
export function hueOf(name) {
  return `hue${[...name].reduce((sum, letter) => sum + letter.codePointAt(0), 0) % HUES}`;
}

export class Board {
  constructor() {
    this.root = $("board");
    this.spots = $("spots");
    this.layer = $("cards");
    /** @type {Array<{el: HTMLElement, pile: string, at: number, code: number, x: number, y: number}>} */
    this.cards = [];
    this.frame = null;
    this.deck = null;
    this.marks = {};
    this.moves = true;
    this.scale = 1;
    this.left = 0;
  }

  get isStill() {
    return !this.moves || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  size() {
    return [this.root.clientWidth, this.root.clientHeight];
  }

  pile(name) {
    return this.frame?.piles.find((pile) => pile.n === name);
  }

  isFoundation = (name) => this.pile(name)?.k === "foundation";

  /** A length of a frame in CSS pixels, on whole pixels of the screen. */
  px(units) {
    return Math.round(units * this.scale * devicePixelRatio) / devicePixelRatio;
  }

  /** Use a deck as soon as its picture is there; one that cannot be drawn just now may be soon. */
  async useDeck(deck) {
    this.wanted = deck.url;
    for (let pause = 500; this.wanted === deck.url; pause = Math.min(2 * pause, 8000)) {
      const found = await loaded(deck.url).catch(() => null);
      if (found) {
        if (this.wanted === deck.url) this.cut({ ...deck, ...found });
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  cut(deck) {
    this.deck = deck;
    this.root.classList.add("ready");
    for (const card of this.cards) this.paint(card);
    if (this.frame) this.drawSpots();
  }

  /** Show a frame; every card flies from where it is seen. */
  show(frame, { flies = true } = {}) {
    const before = this.frame;
    this.frame = frame;
    const [width, height] = this.size();
    const scale = Math.min(width / frame.units[0], height / frame.units[1]);
    const isRescaled = scale !== this.scale || before?.units[1] !== frame.units[1];
    this.scale = scale;
    this.left = Math.max(0, (width - frame.units[0] * scale) / 2);
    this.top = 0;
    const [w, h] = frame.card.map((units) => this.px(units));
    Object.assign(this, { w, h });
    this.root.dataset.version = `${frame.game}:${frame.version}`;
    this.root.dataset.units = frame.units.join(" × ");
    this.root.style.setProperty("--w", `${w}px`);
    const isOther = !before || before.game !== frame.game;
    this.match(isOther && !isDealtAgain(before, frame) ? [] : this.cards, flies && !this.isStill && !(isRescaled && !isOther), isOther);
    this.drawSpots();
    this.drawMarks();
  }

  /** Give each place of the frame an element: the same card, else the one that must have become it. */
  match(old, flies, isOther) {
    const free = new Set(old);
    const wanted = this.frame.piles.flatMap((pile, order) =>
      pile.c.map((code, n) => ({
        pile: pile.n, kind: pile.k, at: pile.i + n, depth: order * 100 + n, code,
        x: this.px(pile.at[2 * n]) + this.left, y: this.px(pile.at[2 * n + 1]) + this.top,
        height: this.px(pile.b[2]), small: pile.s?.includes(n) ?? false, dim: pile.d ?? false,
        room: this.px(pile.at[2 * n + 3] ?? Infinity) - this.px(pile.at[2 * n + 1]) || Infinity,
        isTop: n === pile.c.length - 1, isUnder: n < pile.c.length - 1 && pile.at[2 * n] === pile.at[2 * n + 2] && pile.at[2 * n + 1] === pile.at[2 * n + 3],
      })));
    const take = (place, fits) => {
      for (const card of free) {
        if (!fits(card)) continue;
        free.delete(card);
        place.card = card;
        return;
      }
    };
    for (const place of wanted) {
      take(place, (card) => card.pile === place.pile && card.at === place.at
        && (card.code === place.code || card.code < 0 || place.code < 0));
    }
    for (const place of wanted) {
      if (!place.card && place.code >= 0) take(place, (card) => card.code === place.code);
    }
    for (const place of wanted) {
      if (place.card || place.isUnder) continue;
      const from = place.kind === "stock" ? (card) => card.pile !== "s" : (card) => card.code < 0 && card.pile === "s";
      take(place, from);
    }
    let flights = 0;
    const cards = [];
    for (const place of wanted) {
      const isNew = !place.card;
      const card = place.card ?? this.create();
      const isKept = card.isHeld && card.pile === place.pile && card.at === place.at;
      const before = isNew ? null : this.seen(card);
      const wasCode = card.code;
      const isMoved = !isNew && card.pile !== place.pile;
      Object.assign(card, place, { card: undefined });
      cards.push(card);
      if (isKept) continue;
      card.isHeld = false;
      const dealt = isNew && isOther && flies && !place.isUnder;
      this.put(card);
      const stagger = Math.min(flights, STAGGERED) * STAGGER;
      if (dealt) {
        this.fly(card, this.dealer(), flights);
        flights += 1;
      } else if (before && flies && (Math.abs(before.x - card.x) > 1 || Math.abs(before.y - card.y) > 1)) {
        this.fly(card, before, isMoved ? flights : 0);
        if (isMoved) flights += 1;
      } else {
        card.flight?.cancel();
        card.shownX = card.shownY = undefined;
      }
      if (isNew) this.paint(card);
      else if (wasCode !== card.code && flies && (wasCode < 0) !== (card.code < 0)) this.turn(card, stagger);
      else this.paint(card);
    }
    this.cards = cards;
    // What is buried now is seen until the card on it has landed.
    for (const card of free) {
      if (flies && !isOther) setTimeout(() => card.el.remove(), MOST + STAGGER * Math.min(flights, STAGGERED));
      else card.el.remove();
    }
    if (isOther) for (const one of [...this.layer.children]) if (!cards.some((card) => card.el === one)) one.remove();
  }

  create() {
    const el = document.createElement("div");
    el.className = "card";
    el.append(document.createElement("i"));
    this.layer.append(el);
    const card = { el, pile: "", at: 0, code: -1, x: 0, y: 0 };
    el.card = card;
    return card;
  }

  put(card) {
    const { style, classList, dataset } = card.el;
    dataset.pile = card.pile;
    style.width = `${this.w}px`;
    style.height = `${card.height ?? this.h}px`;
    style.zIndex = String(card.depth);
    style.transform = `translate(${card.x}px, ${card.y}px)`;
    classList.toggle("dim", card.dim);
    classList.toggle("buried", card.isUnder && card.at > 2);
    classList.remove("lifted");
  }

  paint(card, face = card.el.firstChild, code = card.code, small = card.small) {
    if (!this.deck) return;
    const { css, width, height, low, rows } = this.deck;
    const place = code < 0 ? BACK : code;
    const isStrip = small && code >= 0;
    // Where even a small index would be cut it is drawn smaller.
    const shrunk = isStrip ? Math.min(1, Math.max(LEAST_INDEX, (card.room * width) / (low * this.w))) : 1;
    const w = this.w * shrunk;
    const k = w / width;
    const row = Math.floor(place / ACROSS);
    const y = isStrip ? rows * height + row * low : row * height;
    face.style.backgroundImage = css;
    face.style.backgroundSize = `${ACROSS * w}px auto`;
    face.style.backgroundPosition = `${-(place % ACROSS) * w}px ${-y * k}px`;
    // Below a strip is the next one.
    face.style.height = isStrip ? `${low * k - 0.5}px` : "";
    face.style.width = shrunk < 1 ? `${w * WITHOUT_EDGE}px` : "";
    face.style.borderRadius = isStrip ? "calc(var(--w) * 0.075) calc(var(--w) * 0.075) 0 0" : "";
  }

  /** Where a card is seen at this moment, in the board. */
  seen(card) {
    if (!card.flight) return { x: card.shownX ?? card.x, y: card.shownY ?? card.y };
    const { e, f } = new DOMMatrix(getComputedStyle(card.el).transform);
    return { x: e, y: f };
  }

  dealer() {
    const stock = this.pile("s");
    if (stock) return { x: this.px(stock.b[0]) + this.left, y: this.px(stock.b[1]) };
    return { x: (this.root.clientWidth - this.w) / 2, y: -this.h };
  }

  /** Let a card fly to its place. */
  fly(card, from, number = 0) {
    card.flight?.cancel();
    card.shownX = card.shownY = undefined;
    const distance = Math.hypot(card.x - from.x, card.y - from.y);
    const delay = Math.min(number, STAGGERED) * STAGGER;
    const to = card.el.style.transform;
    card.el.style.zIndex = String(10000 + card.depth);
    card.el.classList.add("flying");
    const flight = card.flight = card.el.animate(
      [{ transform: `translate(${from.x}px, ${from.y}px)` }, { transform: to }],
      { duration: Math.min(MOST, LEAST + distance * 0.28), delay, easing: EASE, fill: "backwards" },
    );
    const land = () => {
      if (card.flight !== flight) return;
      card.flight = null;
      card.el.classList.remove("flying");
      card.el.style.zIndex = String(card.depth);
    };
    flight.onfinish = flight.oncancel = land;
  }

  /** Turn a card over; what it will be can be taken at once. */
  turn(card, delay = 0) {
    const face = card.el.firstChild;
    const was = document.createElement("i");
    this.paint(card, was, card.code < 0 ? card.lastCode ?? 0 : -1, false);
    if (card.code < 0) was.style.visibility = "hidden";
    this.paint(card);
    card.el.append(was);
    card.el.classList.add("turning");
    was.animate([{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }], { duration: TURN[0], delay, easing: "ease-in", fill: "both" })
      .onfinish = () => was.remove();
    const turned = face.animate([{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], { duration: TURN[1], delay: delay + TURN[0], easing: "ease-out", fill: "backwards" });
    turned.onfinish = turned.oncancel = () => card.el.classList.remove("turning");
  }

  drawSpots() {
    const { frame } = this;
    const parts = [];
    for (const pile of frame.piles) {
      const [x, y, height] = pile.b;
      const box = { left: `${this.px(x) + this.left}px`, top: `${this.px(y)}px`, width: `${this.w}px`, height: `${this.px(height)}px` };
      const isEmpty = pile.z === 0;
      if (isEmpty && (pile.e || pile.k === "stock")) {
        const spot = Object.assign(document.createElement("div"), { className: "spot" });
        spot.dataset.pile = pile.n;
        Object.assign(spot.style, box);
        spot.classList.toggle("closed", Boolean(pile.e?.closed));
        spot.classList.toggle("tap", pile.k === "stock" && frame.moves.includes("s"));
        if (pile.e?.suit && this.deck) spot.append(this.suitSign(pile.e.suit));
        if (pile.k === "stock") spot.append(pile.r ?? "");
        if (pile.e?.rank) spot.append(pile.e.rank);
        if (pile.e?.closed && !pile.e.rank) spot.append("×");
        if (pile.e?.corner) spot.append(Object.assign(document.createElement("b"), { textContent: pile.e.corner }));
        parts.push(spot);
      }
    }
    this.spots.replaceChildren(...parts);
    for (const note of this.layer.querySelectorAll(".note")) note.remove();
    for (const pile of frame.piles) {
      if (!pile.x) continue;
      const note = Object.assign(document.createElement("span"), { className: "note", textContent: pile.x });
      const { bottom } = this.extent(pile);
      Object.assign(note.style, { left: `${this.px(pile.b[0]) + this.left + this.w / 2}px`, top: `${bottom}px` });
      this.layer.append(note);
    }
  }

  /** What others hold, by name, and how many want which move: on the cards that it is about. */
  drawMarks() {
    const { hands = [], votes = {} } = this.marks;
    for (const mark of this.layer.querySelectorAll(".hand, .vote")) mark.remove();
    for (const card of this.cards) card.el.classList.remove("theirs");
    for (const { name, pile, count } of hands) {
      const cards = this.cardsOf(pile).slice(-count);
      if (!cards.length) continue;
      for (const card of cards) card.el.classList.add("theirs");
      const last = cards.at(-1);
      this.mark("hand", name, last.x, last.y + this.h).classList.add(hueOf(name));
    }
    for (const [text, count] of Object.entries(votes)) {
      const move = readMove(text);
      const pile = this.pile(move.target) ?? this.pile(move.sources[0]);
      if (!pile) continue;
      const card = this.cardsOf(pile.n).at(-1);
      this.mark("vote", String(count), card?.x ?? this.px(pile.b[0]) + this.left, (card?.y ?? this.px(pile.b[1])) + this.h / 2);
    }
  }

  mark(className, textContent, x, y) {
    const mark = Object.assign(document.createElement("span"), { className, textContent });
    Object.assign(mark.style, { left: `${x + this.w / 2}px`, top: `${y}px` });
    this.layer.append(mark);
    return mark;
  }

  suitSign(suit) {
    const sign = document.createElement("i");
    const { css, height, width } = this.deck;
    Object.assign(sign.style, {
      backgroundImage: css,
      backgroundSize: `${ACROSS * this.w}px auto`,
      backgroundPosition: `${-suit * this.w}px ${-4 * height * this.w / width}px`,
    });
    return sign;
  }

  /** The cards of a pile that are shown, bottom to top. */
  cardsOf(name) {
    return this.cards.filter((card) => card.pile === name).sort((a, b) => a.at - b.at);
  }

  /** What a pile takes up, in the board. */
  extent(pile) {
    const x = this.px(pile.b[0]) + this.left;
    const y = this.px(pile.b[1]) + this.top;
    const xs = pile.at.filter((_, n) => n % 2 === 0).map((units) => this.px(units) + this.left);
    const ys = pile.at.filter((_, n) => n % 2 === 1).map((units) => this.px(units) + this.top);
    const height = this.px(pile.b[2]);
    return {
      left: Math.min(x, ...xs), top: Math.min(y, ...ys),
      right: Math.max(x, ...xs) + this.w, bottom: Math.max(y, ...ys) + height,
    };
  }

  /** Whether a point of the window is on the stock: who taps it fast means it, not what it has dealt. */
  isOnStock(x, y) {
    const stock = this.pile("s");
    if (!stock) return false;
    const { left, top, right, bottom } = this.extent(stock);
    const board = this.root.getBoundingClientRect();
    return x - board.left >= left && x - board.left <= right && y - board.top >= top && y - board.top <= bottom;
  }

  /** Put cards of a pile where a move says they go, before the bot has said so. */
  foresee(move, lifted) {
    const target = this.pile(move.target);
    if (!target || move.sources.length > 1) return;
    const last = this.cardsOf(move.target).at(-1);
    const step = target.k === "tableau" && last && target.at.length >= 4 ? this.stepOf(target) : last && target.k === "tableau" ? this.h * 0.28 : 0;
    lifted.forEach((card, n) => {
      const before = this.seen(card);
      card.at = target.z + n;
      card.pile = target.n;
      card.depth = this.frame.piles.indexOf(target) * 100 + 50 + n;
      card.x = last ? last.x : this.px(target.b[0]) + this.left;
      card.y = (last ? last.y + step : this.px(target.b[1]) + this.top) + n * (target.k === "tableau" ? Math.max(step, this.h * 0.2) : 0);
      card.isHeld = false;
      this.put(card);
      if (!this.isStill) this.fly(card, before);
      else card.shownX = card.shownY = undefined;
    });
  }

  stepOf(pile) {
    return this.px(pile.at.at(-1)) - this.px(pile.at.at(-3));
  }
}

/** Whether a game is the same deal from its start: then its cards are gathered, not dealt anew. */
function isDealtAgain(before, frame) {
  return before !== null && before !== undefined && before.rules === frame.rules && before.deal === frame.deal && frame.version === 0;
}

/** A picture and what a style sheet calls it; fetched where pictures are refused, as in an opaque frame. */
async function loaded(url) {
  const image = new Image();
  try {
    image.src = url;
    await image.decode();
    return { image, css: `url("${url}")` };
  } catch (error) {
    if (window === window.top) throw error;
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(answer.statusText);
    const blob = URL.createObjectURL(await answer.blob());
    image.src = blob;
    await image.decode();
    return { image, css: `url("${blob}")` };
  }
}
