/**
 * Emoji of buttons and menus.
 */

/** An emoji as text; custom ones by their name, as their pictures are elsewhere. */
export function emojiText(emoji) {
  return emoji.id ? `:${emoji.name}:` : emoji.name;
}
