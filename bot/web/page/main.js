/** Puts the table together: frames in, moves out, one on its way and one that waits for it. */

import { Board, hueOf } from "./board.js";
import { cascade } from "./cascade.js";
import { Hand } from "./drag.js";
import { hostOf } from "./host.js";
import { Keys } from "./keys.js";
import { teach } from "./lesson.js";
import { Moves } from "./moves.js";
import { Line, signIn } from "./socket.js";

const DOUBLE = 320;
const PAUSE = 300;

const $ = (id) => document.getElementById(id);

const board = new Board();
let texts = {};
let moves = new Moves();
let line = null;
let asked = 0;
/** What the bot has not answered yet: its number, what was sent, and how it is shown meanwhile. */
let pending = null;
let queued = null;
let chosen = null;
let group = [];
let hint = null;
/** What lost a game that is over or stuck; and why, while that is shown: the board to go back to. */
let verdict = null;
let taught = null;
let tapped = { pile: "", at: 0 };
let isCascading = false;
let shownAt = 0;
/** What is beside the cards: how far others are, what they want and hold; and when that came. */
let beside = {};
let besideAt = 0;
let held = "";

const host = hostOf(document.documentElement.dataset.application);
const table = {
  moves: () => moves,
  chosen: () => chosen,
  texts: () => texts,
  tap,
  choose,
  discard: (pile) => discard(pile),
  play: (text, foresee) => play(text, foresee),
  ask: (text) => send({ t: "play", move: text }),
  spotlight,
  hold,
  near: (name) => mark("near", name ? [name] : []),
  touched: () => {
    if (isCascading) return true;
    clearHint();
    return false;
  },
  say,
};
const hand = new Hand(board, table);
const keys = new Keys(board, table);

function greeting() {
  return { size: board.size(), dpr: devicePixelRatio, lang: host?.language || navigator.language };
}

/** Say something below the board; what is only heard is for who does not see the cards. */
function say(text, isLoud = false, heard = "") {
  const line = $("line");
  line.classList.toggle("loud", isLoud);
  const both = heard ? `${heard} ${text}` : text;
  // What is said again would be read aloud again.
  if (line.textContent === both) return;
  line.replaceChildren(...(heard ? [labelled("span", `${heard} `)] : []), text);
}

/** Send an action on the board that is shown; it is answered by its number. */
function send(action, foresee) {
  const { game, version } = board.frame;
  pending = { re: asked += 1, action, version, isShown: Boolean(foresee) };
  foresee?.();
  line.send({ ...action, re: pending.re, game, version });
}

/** Play a move, now or after the one on its way; a third is refused. */
function play(text, foresee) {
  select("", 0);
  if (pending) {
    if (queued) return false;
    queued = { action: { t: "play", move: text }, foresee };
    foresee?.();
    return true;
  }
  if (!moves.has(text)) return false;
  send({ t: "play", move: text }, foresee);
  return true;
}

function act(name) {
  const button = $(name);
  if (!board.frame || button.disabled || button.hidden) return;
  choose("", 0);
  if (name === "hint") {
    const { game, version } = board.frame;
    line.send({ t: "hint", re: asked += 1, game, version });
  } else if (!pending) send({ t: name });
  else if (!queued) queued = { action: { t: name } };
}

function deal(what) {
  $("menu").close();
  if (!pending) send({ t: "deal", what });
}

/** What a tap on so many cards of a pile does; 0 for its top card. */
function tap(pile, count) {
  if (!board.frame) return;
  const before = tapped;
  tapped = { pile, at: performance.now() };
  if (!pile) {
    choose("", 0);
    return;
  }
  if (pile === "s" && moves.has("s")) {
    play("s");
    return;
  }
  if (chosen && chosen.pile !== pile) {
    const move = moves.targets(chosen.pile, chosen.count).get(pile)
      ?? (board.isFoundation(pile) ? moves.home(chosen.pile, chosen.count, board.isFoundation) : undefined);
    if (move) {
      playShown(move);
      return;
    }
  }
  if (!moves.tap(pile) && discard(pile)) return;
  const home = moves.home(pile, 1, board.isFoundation);
  if (home && before.pile === pile && tapped.at - before.at < DOUBLE) {
    playShown(home);
    return;
  }
  const ofRun = count > 1 ? moves.from(pile, count) : moves.from(pile);
  const usual = moves.tap(pile);
  const [only, ...others] = ofRun;
  if (usual && (count <= 1 || usual.count === count)) playShown(usual);
  else if (only && !others.length && count > 1) playShown(only);
  else if (only && chosen?.pile === pile && chosen.count === (count > 1 ? count : only.count)) choose("", 0);
  else if (only) choose(pile, count > 1 ? count : only.count);
  else choose("", 0);
}

/** Cards that are discarded together are taken one after the other, be it two of one pile. */
function discard(pile) {
  const own = moves.from(pile).filter((move) => !move.target);
  if (!own.length) return false;
  const more = [...group, pile];
  const whole = moves.group(more);
  if (whole) {
    play(whole.text);
    return true;
  }
  if (group.includes(pile)) group = group.filter((name) => name !== pile);
  else group = own.some((move) => more.every((name) => move.sources.includes(name))) ? more : [pile];
  choose(group.at(-1) ?? "", 1, group);
  return true;
}

function playShown(move) {
  const cards = board.cardsOf(move.sources[0]).slice(-move.count);
  play(move.text, () => board.foresee(move, cards));
}

/** Let others at the board see which cards are held here; none without a pile. */
function hold(pile = "", count = 0) {
  const now = pile && `${pile} ${count}`;
  if (!beside.here || now === held) return;
  held = now;
  line.send({ t: "hold", pile, count });
}

/** Choose cards, so that the next tap says where they go. */
function choose(pile, count, piles) {
  const before = chosen;
  const cards = select(pile, count, piles);
  if (pile) say(`${namesOf(cards)}: ${texts.where}`);
  else if (before) tell(board.frame);
}

function select(pile, count, piles = pile ? [pile] : []) {
  chosen = pile ? { pile, count } : null;
  hold(pile, count);
  if (piles.length < 2) group = pile && moves.from(pile).some((move) => !move.target) ? [pile] : [];
  for (const card of board.cards) card.el.classList.remove("chosen");
  const cards = piles.flatMap((name) => board.cardsOf(name).slice(-count));
  for (const card of cards) card.el.classList.add("chosen");
  spotlight(pile ? [...moves.targets(pile, count).keys()] : []);
  if (board.frame) keys.label();
  return cards;
}

/** Cards by the names that their piles' descriptions end with. */
function namesOf(cards) {
  return cards.map(({ pile, at }) => {
    const { z, w } = board.pile(pile);
    return w.split(" ").at(at - z);
  }).join(" ");
}

function mark(name, piles) {
  for (const [pile, button] of keys.buttons) button.classList.toggle(name, piles.includes(pile));
}

function spotlight(piles) {
  mark("target", piles);
  if (!piles.length) mark("near", []);
}

function clearHint() {
  if (!hint) return;
  hint = null;
  point();
  tell(board.frame);
}

function showHint({ move, said }) {
  clearHint();
  say(said, true);
  const found = moves.all.find((one) => one.text === move);
  if (found) point(hint = found);
}

/** Show which cards a move takes, and where they go; without one, show nothing any more. */
function point({ sources, target, count } = { sources: [] }) {
  for (const card of board.cards) card.el.classList.remove("from");
  for (const pile of sources) {
    for (const card of board.cardsOf(pile).slice(-count)) card.el.classList.add("from");
  }
  mark("to", target ? [target] : []);
}

function tell(frame) {
  const { said } = frame;
  if (verdict) say(joined(verdict.said, beside.line), true, said);
  else if (frame.notice) say(frame.notice, true);
  else if (beside.line) say(beside.line, false, said);
  else if (frame.stuck) say(texts.stuck, true, said);
  else say(joined(frame.goal || said, frame.remark, beside.pace), false, frame.goal && said);
}

function joined(...parts) {
  const text = parts.filter(Boolean).join(" · ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Offer what leads on from a game that is lost: below the board, or among what comes after its end. */
function drawWays() {
  const { end } = board.frame;
  const ways = $("ways");
  ways.hidden = !verdict?.ways.length || Boolean(end);
  // Its room is kept while a lesson is shown, as another size of the board would end that.
  ways.style.visibility = taught ? "hidden" : "";
  ways.replaceChildren(...(verdict?.ways ?? []).map(([what, label]) => keyOf(label, () => follow(what))));
  if (end && $("menu").open) openMenu(end, board.frame.lines);
}

function labelled(tag, textContent) {
  return Object.assign(document.createElement(tag), { textContent });
}

function keyOf(label, onclick) {
  return Object.assign(labelled("button", label), { type: "button", onclick });
}

/** Go back to where the game could be won, or see why it cannot be any more. */
function follow(what) {
  $("menu").close();
  if (pending || !verdict) return;
  const { game, version } = board.frame;
  if (what === "back") send({ t: "back", moves: verdict.moves });
  else line.send({ t: "why", re: asked += 1, game, version });
}

async function showLesson(lesson) {
  // Of its own, as one that was ended may begin again before it would have ended by itself.
  const shown = taught = { ...board.frame };
  choose("", 0);
  drawWays();
  const show = (move, said) => {
    keys.draw(board.frame);
    point(move);
    say(said, true);
  };
  await teach(board, lesson, show, () => taught === shown);
  if (taught === shown) endLesson();
}

/** Show again what lies there; a touch ends a lesson, and does nothing else. */
function endLesson(event) {
  if (!taught) return;
  event?.stopImmediatePropagation();
  const frame = taught;
  taught = null;
  point();
  board.show(frame);
  keys.draw(frame);
  tell(frame);
  drawWays();
  if (frame.end) openMenu(frame.end, frame.lines);
}

function clockOf(seconds) {
  const time = Math.floor(seconds);
  const [hours, minutes] = [Math.floor(time / 3600), Math.floor(time / 60) % 60];
  const shown = hours ? `${hours}:${String(minutes).padStart(2, "0")}` : minutes;
  return `${shown}:${String(time % 60).padStart(2, "0")}`;
}

/** How long the game has been played: of a pause only the first five minutes count. */
function tick() {
  const { facts, seconds, end } = board.frame;
  const passed = end ? 0 : Math.min(PAUSE, (performance.now() - shownAt) / 1000);
  const clock = clockOf((seconds ?? 0) + passed);
  const left = beside.seconds && `⏳ ${clockOf(Math.max(0, beside.seconds - (performance.now() - besideAt) / 1000))}`;
  const isBegun = seconds !== null && (board.frame.undo || end);
  const shown = [left || (isBegun ? clock : ""), ...facts].filter(Boolean);
  $("facts").replaceChildren(...shown.map((fact) => labelled("span", fact)));
}

/** Who else is here, or in the race: how far each is, without a card. */
function drawOthers({ racers, here }) {
  const list = $("others");
  const people = racers ?? here?.map((name) => ({ name })) ?? [];
  const order = racers ? [...people].sort((a, b) => b.far - a.far) : people;
  list.hidden = !order.length;
  list.replaceChildren(...order.map((one) => {
    const item = document.createElement("li");
    item.className = `${one.is ?? ""} ${one.own ? "own" : ""}`;
    item.append(labelled("b", one.name));
    if (racers) {
      const bar = document.createElement("i");
      bar.style.setProperty("--far", `${one.far}%`);
      item.append(bar, labelled("span", one.said));
    } else item.classList.add(hueOf(one.name));
    return item;
  }));
}

/** A board has come: as an answer, or since something happened elsewhere. */
function showBoard(frame) {
  const answer = frame.re !== undefined && frame.re === pending?.re;
  if (pending && !answer) {
    const isLater = frame.game !== board.frame?.game || frame.version > pending.version;
    if (!isLater) return;
  }
  const before = taught ?? board.frame;
  taught = null;
  // What was said of a board stays until there is another.
  const isSame = before?.game === frame.game && before.version === frame.version;
  if (isSame) frame.notice ??= before.notice;
  if (verdict?.game !== frame.game || verdict.version !== frame.version) verdict = null;
  if (pending && (answer || !line.isOpen)) pending = null;
  hint = null;
  point();
  moves = new Moves(frame.moves, frame.taps);
  if (queued && !answer) queued = null;
  board.show(frame, { flies: !document.hidden });
  $("title").replaceChildren(frame.title, labelled("small", frame.deal));
  document.title = `${frame.title} · Patience`;
  shownAt = performance.now();
  tick();
  for (const name of ["undo", "redo", "hint"]) $(name).disabled = !frame[name];
  $("finish").hidden = !frame.finish;
  for (const card of board.cards) card.el.classList.toggle("grab", moves.from(card.pile).length > 0);
  keys.draw(frame);
  if (!hand.isStillHolding()) select("", 0);
  // What is said of another board is heard, though it be the same.
  if (!isSame) $("line").replaceChildren();
  if (!chosen) tell(frame);
  drawWays();
  if (queued) {
    const { action, foresee } = queued;
    queued = null;
    if (action.t !== "play" || moves.has(action.move)) send(action, foresee);
  }
  if (frame.end && !(before?.game === frame.game && before.end)) celebrate(frame);
}

async function celebrate(frame) {
  if (frame.state === "won" && (frame.re !== undefined || beside.here)) {
    isCascading = true;
    await new Promise((resolve) => setTimeout(resolve, board.isStill ? 0 : 450));
    await cascade(board);
    isCascading = false;
  }
  if (board.frame.game === frame.game && board.frame.end) openMenu(frame.end, frame.lines);
}

function openMenu(title, said = "") {
  const menu = $("menu");
  const { frame } = board;
  const choices = beside.asked ?? [
    ["new", texts.new],
    ...(beside.more ?? []),
    ...(frame.again ? [["again", texts.again]] : []),
    ["day", texts.day],
    ...Object.entries(texts.games).filter(([id]) => id !== frame.rules),
  ];
  const ways = frame.end && verdict ? verdict.ways : [];
  const lines = [said, frame.end && verdict?.said].filter(Boolean).join("\n");
  const [heading, buttons] = [menu.querySelector("h2"), menu.querySelector("div")];
  menu.querySelector("p")?.remove();
  heading.textContent = title;
  if (lines) heading.after(labelled("p", lines));
  const [first, ...others] = choices.map(([what, label]) => keyOf(label, () => deal(what)));
  first.classList.add("first");
  buttons.replaceChildren(first, ...ways.map(([what, label]) => keyOf(label, () => follow(what))), ...others);
  if (!menu.open) menu.showModal();
}

/** Cards are dealt once their pictures are there. */
let drawn = Promise.resolve();

const heard = {
  welcome(frame) {
    texts = frame.texts;
    board.moves = frame.motion;
    document.documentElement.lang = frame.lang;
    for (const name of ["undo", "redo", "hint", "finish", "more"]) {
      $(name).title = `${texts[name]} (${$(name).getAttribute("aria-keyshortcuts")})`;
      $(name).setAttribute("aria-label", texts[name]);
    }
    $("finish").textContent = texts.finish;
    $("piles").setAttribute("aria-label", texts.board);
    // What was on its way counts if the board that comes says so.
    if (pending) pending.isLost = true;
  },
  deck(frame) {
    for (const [name, colour] of Object.entries(frame.colours)) document.documentElement.style.setProperty(`--${name}`, colour);
    document.body.classList.toggle("pale", frame.pale);
    const isFirst = !board.deck;
    const drawing = board.useDeck(frame);
    if (isFirst) drawn = drawing;
  },
  async board(frame) {
    await drawn;
    if (pending?.isLost) {
      const { action, version } = pending;
      pending = null;
      showBoard(frame);
      if (frame.version === version && action.t === "play" && moves.has(action.move)) send(action);
      return;
    }
    showBoard(frame);
  },
  async beside(frame) {
    await drawn;
    beside = frame;
    besideAt = performance.now();
    drawOthers(frame);
    board.marks = frame;
    if (!board.frame) return;
    board.drawMarks();
    tick();
    if (frame.over) board.frame.notice = frame.over;
    if (!hint && !chosen && !taught) tell(board.frame);
  },
  hint(frame) {
    if (isOfBoard(frame)) showHint(frame);
  },
  async verdict(frame) {
    await drawn;
    const { game, version } = taught ?? board.frame;
    if (frame.game !== game || frame.version !== version) return;
    // While an action is on its way, or a lesson is shown, it waits for what lies there then.
    verdict = frame;
    if (pending || taught) return;
    tell(board.frame);
    drawWays();
  },
  lesson(frame) {
    if (isOfBoard(frame)) showLesson(frame);
  },
  refused(frame) {
    if (frame.re === pending?.re) {
      const { isShown } = pending;
      pending = null;
      if (isShown || queued) board.show(board.frame);
      queued = null;
      drawWays();
    }
    say(frame.said, true);
  },
};

/** Whether a frame is about the board that lies there, of which nothing is on its way. */
function isOfBoard({ game, version }) {
  return game === board.frame.game && version === board.frame.version && !pending && !taught;
}

function changed(state) {
  $("away").hidden = state === "open";
  // Before the bot has said how its player wants it, the page's own sentences must do.
  $("away").textContent = texts[state] ?? $("away").dataset[state] ?? "";
  document.body.dataset.line = state;
}

setInterval(() => board.frame && tick(), 1000);
let sizing = 0;
new ResizeObserver(() => {
  if (!board.frame) return;
  hand.resized();
  endLesson();
  board.show(board.frame, { flies: false });
  keys.draw(board.frame);
  clearTimeout(sizing);
  sizing = setTimeout(() => line.send({ t: "size", size: board.size(), dpr: devicePixelRatio }), 60);
}).observe(board.root);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && board.frame) line.send({ t: "size", size: board.size(), dpr: devicePixelRatio });
});
// A touch ends a lesson as it ends itself: what opens then may lie below the finger.
document.addEventListener("pointerdown", (event) => taught && event.stopImmediatePropagation(), true);
for (const kind of ["click", "keydown"]) document.addEventListener(kind, endLesson, true);
for (const name of ["undo", "redo", "hint", "finish"]) $(name).addEventListener("click", () => act(name));
$("more").addEventListener("click", () => board.frame && openMenu(board.frame.title, board.frame.goal));
$("menu").addEventListener("click", (event) => event.target === $("menu") && $("menu").close());

signIn(host, changed).then((said) => {
  if (said) {
    changed("over");
    $("away").textContent = said;
    return;
  }
  line = new Line(greeting, (frame) => heard[frame.t]?.(frame), changed);
});
