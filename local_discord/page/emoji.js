/**
 * Emoji of texts, buttons and menus.
 */

import { element } from "./dom.js";

/** An emoji: a text of Unicode's, or a picture; by name where there is no picture of it. */
export function emojiNode({ id, name }) {
  if (!id) {
    return document.createTextNode(name);
  }
  const alt = `:${name}:`;
  const picture = element("img", { class: "custom-emoji", src: `/emojis/${id}`, alt, title: alt });
  const byName = () => picture.replaceWith(alt);
  picture.addEventListener("error", byName, { once: true });
  return picture;
}
