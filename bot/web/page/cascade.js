/** The cards of a win bounce off the board, as they always have. */

const SECONDS = 6;
const GRAVITY = 0.00155;
const PAUSE = 90;
const ACROSS = 13;

/** Run it until it has ended, or a tap or a key ends it. */
export function cascade(board) {
  const sky = document.getElementById("sky");
  const [width, height] = board.size();
  const { deck, w, h } = board;
  const cards = board.cards.filter((card) => card.code >= 0 && !card.isUnder);
  if (!deck || !cards.length || board.isStill) return Promise.resolve();
  const ratio = devicePixelRatio;
  sky.width = width * ratio;
  sky.height = height * ratio;
  sky.hidden = false;
  const pen = sky.getContext("2d");
  pen.scale(ratio, ratio);
  const waiting = [];
  for (let rank = 12; rank >= 0; rank -= 1) {
    for (const card of cards) {
      const suit = Math.floor(card.code / ACROSS);
      waiting.push({ code: suit * ACROSS + (card.code % ACROSS + rank + 1) % ACROSS, x: card.x, y: card.y });
    }
  }
  const flying = [];
  let last = performance.now();
  let next = last;
  const begun = last;
  return new Promise((resolve) => {
    const end = () => {
      sky.removeEventListener("click", end);
      removeEventListener("keyup", end);
      sky.hidden = true;
      resolve();
    };
    // Not at the first touch, whose end would press what is shown next.
    sky.addEventListener("click", end);
    addEventListener("keyup", end);
    const step = (now) => {
      if (sky.hidden) return;
      const passed = Math.min(40, now - last);
      last = now;
      while (now >= next && waiting.length) {
        const card = waiting.shift();
        const speed = (0.06 + Math.random() * 0.32) * (Math.random() < 0.5 ? -1 : 1) * Math.max(1, width / 900);
        flying.push({ ...card, vx: speed, vy: -Math.random() * 0.35 });
        next += PAUSE;
      }
      for (const card of flying) {
        card.vy += GRAVITY * passed;
        card.x += card.vx * passed;
        card.y += card.vy * passed;
        if (card.y + h > height && card.vy > 0) {
          card.y = height - h;
          card.vy *= -0.82;
        }
        const [column, row] = [card.code % ACROSS, Math.floor(card.code / ACROSS)];
        pen.save();
        pen.beginPath();
        pen.roundRect(card.x, card.y, w, h, w * 0.075);
        pen.clip();
        pen.drawImage(deck.image, column * deck.width, row * deck.height, deck.width, deck.height, card.x, card.y, w, h);
        pen.restore();
      }
      for (let n = flying.length - 1; n >= 0; n -= 1) {
        if (flying[n].x + w < 0 || flying[n].x > width) flying.splice(n, 1);
      }
      if (now - begun > SECONDS * 1000 || (!waiting.length && !flying.length)) end();
      else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
}
