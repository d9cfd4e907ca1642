/**
 * Emoji of buttons and menus.
 */

/** An emoji as text; custom ones by name, as their images are on Discord's servers. */
export function emojiText(emoji) {
  return emoji.id ? `:${emoji.name}:` : emoji.name;
}
