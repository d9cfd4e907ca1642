/** The moves that the bot says are legal; what is legal is never decided here. */

const PAIR = /^(\w+)-(\w+)(?:\*(\d+))?$/;

/** @typedef {{text: string, sources: string[], target: string, count: number}} Move */

/** @returns {Move} */
export function readMove(text) {
  const pair = PAIR.exec(text);
  if (pair) return { text, sources: [pair[1]], target: pair[2], count: Number(pair[3] ?? 1) };
  return { text, sources: text.split("+"), target: "", count: 1 };
}

export class Moves {
  constructor(texts = [], taps = {}) {
    this.all = texts.map(readMove);
    this.taps = taps;
  }

  has(text) {
    return this.all.some((move) => move.text === text);
  }

  /** The moves of so many cards of a pile; without a number, of any. */
  from(pile, count = 0) {
    return this.all.filter((move) => move.sources.includes(pile) && (!count || move.count === count));
  }

  /** How many cards can leave a pile together, each number once, smallest first. */
  counts(pile) {
    return [...new Set(this.from(pile).map((move) => move.count))].sort((a, b) => a - b);
  }

  /** Where cards can be put: a pile's name, and the move. Cards that go together go onto each other. */
  targets(pile, count) {
    const found = new Map();
    for (const move of this.from(pile, count)) {
      if (move.sources.length > 2) continue;
      const other = move.sources.find((name) => name !== pile);
      const target = other ?? move.target;
      if (target && !found.has(target)) found.set(target, move);
    }
    return found;
  }

  /** What a tap on a pile's top card plays by the player's settings, if anything. */
  tap(pile) {
    const text = this.taps[pile] ?? (pile.startsWith("f") ? this.taps.f : undefined);
    const move = text === undefined ? undefined : readMove(text);
    return move?.sources.includes(pile) ? move : undefined;
  }

  /** The move of cards to a foundation, if they may go to one. */
  home(pile, count, isFoundation) {
    return this.from(pile, count).find((move) => isFoundation(move.target));
  }

  /** The move that discards the top cards of exactly these piles. */
  group(piles) {
    const wanted = [...piles].sort().join();
    return this.all.find((move) => !move.target && [...move.sources].sort().join() === wanted);
  }
}
