/** Why a game was lost: the move that lost it, then a better one, by the cards that lie there. */

import { readMove } from "./moves.js";

const BEFORE = 900;
const AFTER = 1500;

const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));

/**
 * Show both moves, each from the board before it; it ends early once it is no longer wanted.
 * @param {import("./board.js").Board} board
 * @param {{before: object, after: object, moves: string[], said: string[]}} lesson
 * @param {(move: import("./moves.js").Move, said: string) => void} tell says what a move is about
 * @param {() => boolean} isWanted
 */
export async function teach(board, lesson, tell, isWanted) {
  const [lost, better] = lesson.moves.map(readMove);
  const steps = [
    () => { board.show(lesson.before); tell(lost, lesson.said[0]); },
    () => board.show(lesson.after),
    () => { board.show(lesson.before); tell(better, lesson.said[1]); },
    // What it turns up, nobody has seen.
    () => board.foresee(better, board.cardsOf(better.sources[0]).slice(-better.count)),
  ];
  for (const [n, step] of steps.entries()) {
    step();
    await wait(n % 2 ? AFTER : BEFORE);
    if (!isWanted()) return;
  }
}
