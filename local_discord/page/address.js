/**
 * The window's address remembers who one is and where: `#person=...&channel=...`.
 */

/** What the address says: ids or names, null where it says nothing. */
export function readAddress() {
  const said = new URLSearchParams(location.hash.slice(1));
  return { person: said.get("person"), channel: said.get("channel") };
}

/** Writes person and channel into the address, without a new entry in the history. */
export function writeAddress(person, channel) {
  const said = new URLSearchParams({ person, channel });
  history.replaceState(null, "", `#${said}`);
}
