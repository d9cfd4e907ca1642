/**
 * The user and channel in the window's URL: `#user=...&channel=...`.
 */

/** The ids or names in the URL; null if missing. */
export function readAddress() {
  const parameters = new URLSearchParams(location.hash.slice(1));
  return { user: parameters.get("user"), channel: parameters.get("channel") };
}

/** Writes user and channel into the URL, without a new history entry. */
export function writeAddress(user, channel) {
  history.replaceState(null, "", `#${new URLSearchParams({ user, channel })}`);
}
