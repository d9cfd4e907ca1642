/**
 * Message times and Discord's timestamps.
 */

import { element } from "./dom.js";

const DAY = 24 * 60 * 60 * 1000;
const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};
const UNITS = [
  ["year", 365.25 * 24 * 3600],
  ["month", (365.25 / 12) * 24 * 3600],
  ["day", 24 * 3600],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

function show(moment, style) {
  return new Intl.DateTimeFormat("en-GB", style).format(moment);
}

/** "in 5 minutes", "3 days ago". */
function relative(moment, now = Date.now()) {
  const seconds = (moment - now) / 1000;
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? UNITS.at(-1);
  const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  return words.format(Math.round(seconds / size), unit);
}

/** The time of a message, with its date unless it is from today or yesterday. */
export function messageTime(iso) {
  const moment = new Date(iso);
  const midnight = new Date().setHours(0, 0, 0, 0);
  const time = show(moment, STYLES.t);
  if (moment >= midnight) {
    return `today at ${time}`;
  }
  return moment >= midnight - DAY ? `yesterday at ${time}` : show(moment, STYLES.s);
}

/** A timestamp from a message's text: seconds since 1970 and one of Discord's styles. */
export function timestamp(seconds, style) {
  const moment = new Date(seconds * 1000);
  if (Number.isNaN(moment.getTime())) {
    return document.createTextNode(`<t:${seconds}>`);
  }
  const isRelative = style === "R";
  return element(
    "time",
    {
      datetime: moment.toISOString(),
      title: show(moment, STYLES.F),
      class: "moment",
      "data-relative": isRelative ? seconds : null,
    },
    isRelative ? relative(moment) : show(moment, STYLES[style] ?? STYLES.f),
  );
}

/** Updates every relative timestamp on the page from now on. */
export function updateRelativeTimes() {
  setInterval(() => {
    for (const node of document.querySelectorAll("time[data-relative]")) {
      node.textContent = relative(Number(node.dataset.relative) * 1000);
    }
  }, 10_000);
}
