/**
 * The window's address remembers who one is and where: `#user=...&channel=...`.
 */

/** What the address says: ids or names, null where it says nothing. */
export function readAddress() {
  const said = new URLSearchParams(location.hash.slice(1));
  return { user: said.get("user"), channel: said.get("channel") };
}

/** Writes user and channel into the address, without a new entry in the history. */
export function writeAddress(user, channel) {
  const said = new URLSearchParams({ user, channel });
  history.replaceState(null, "", `#${said}`);
}
