/** Why a game was lost: the move that lost it, then a better one, by the cards that lie there. */

import { readMove } from "./moves.js";

const BEFORE = 900;
const AFTER = 1500;

const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));

/**
 * Show both moves, each from the board before it; it ends early once it is no longer wanted.
 * @param {import("./board.js").Board} board
 * @param {{board: object, moves: string[], said: string[]}} lesson
 * @param {(move: import("./moves.js").Move, said: string) => void} show says what a move is about
 * @param {() => boolean} isWanted
 */
export async function teach(board, lesson, show, isWanted) {
  for (const [n, move] of lesson.moves.map(readMove).entries()) {
    board.show(lesson.board);
    show(move, lesson.said[n]);
    await wait(BEFORE);
    if (!isWanted()) return;
    board.foresee(move, board.cardsOf(move.sources[0]).slice(-move.count));
    await wait(AFTER);
    if (!isWanted()) return;
  }
}
