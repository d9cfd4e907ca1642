/**
 * Parsing of slash commands, independent of the page.
 */

const CHAT_INPUT = 1;
export const USER = 2;
export const MESSAGE = 3;
const ENTRY_POINT = 4;
const SUB_COMMAND = 1;
const SUB_COMMAND_GROUP = 2;
const IN_GUILD = 0;
const IN_DM = 1;
const ADMINISTRATOR = 1n << 3n;
const USE_COMMANDS = 1n << 31n;

/**
 * A command as typed, including its subcommand if it has one.
 *
 * @typedef {object} Command
 * @property {string} title the text after the slash, localized: `play`, `numbers add`.
 * @property {string} name
 * @property {string[]} path names of group and subcommand.
 * @property {string} description localized.
 * @property {object[]} options as registered, but localized; `key` is the registered name.
 */

/**
 * The commands available in a channel, sorted by title.
 *
 * @param {object[]} registered application commands.
 * @param {object} channel
 * @param {string} locale
 * @returns {Command[]}
 */
export function commandsIn(registered, channel, locale) {
  const ofGuild = registered.filter((one) => one.guild_id && one.guild_id === channel.guild);
  const own = new Set(ofGuild.map((one) => one.name));
  return registered
    .filter((one) => (one.type ?? CHAT_INPUT) === CHAT_INPUT)
    .filter((one) => (one.guild_id ? one.guild_id === channel.guild : !own.has(one.name)))
    .filter((one) => fits(one, channel) && isPermitted(one, channel))
    .flatMap((one) => typed(localized(one, locale), one.name, [], locale))
    .sort((one, other) => (one.title < other.title ? -1 : 1));
}

/**
 * The commands of a context menu in a channel, sorted by name: `{name, label}` each.
 *
 * @param {object[]} registered application commands.
 * @param {number} kind `USER` or `MESSAGE`.
 * @param {object} channel
 * @param {string} locale
 */
export function menuOf(registered, kind, channel, locale) {
  return registered
    .filter((one) => one.type === kind && (!one.guild_id || one.guild_id === channel.guild))
    .filter((one) => fits(one, channel) && isPermitted(one, channel))
    .map((one) => ({ name: one.name, label: localized(one, locale).name }))
    .sort((one, other) => (one.label < other.label ? -1 : 1));
}

/** The command that launches the app's Activity in a channel, as `{label}`; undefined without one. */
export function entryPointOf(registered, channel, locale) {
  return menuOf(registered, ENTRY_POINT, channel, locale)[0];
}

function fits(command, channel) {
  const context = channel.guild === null ? IN_DM : IN_GUILD;
  if (context === IN_DM && command.dm_permission === false) {
    return false;
  }
  return !command.contexts || command.contexts.includes(context);
}

/** Whether the user has every permission that a command asks for. */
function isPermitted(command, channel) {
  if (channel.guild === null) {
    return true;
  }
  const isOpened = channel.opened.includes(command.name);
  const wanted = isOpened ? null : command.default_member_permissions;
  const granted = BigInt(channel.permissions);
  const needed = BigInt(wanted ?? 0) | USE_COMMANDS;
  const isForAdministrators = wanted !== null && BigInt(wanted) === 0n;
  return (granted & ADMINISTRATOR) !== 0n || (!isForAdministrators && (needed & ~granted) === 0n);
}

/** A command, option or choice with its texts localized. */
function localized(thing, locale) {
  return {
    ...thing,
    key: thing.name,
    name: thing.name_localizations?.[locale] ?? thing.name,
    description: thing.description_localizations?.[locale] ?? thing.description,
    choices: thing.choices?.map((choice) => localized(choice, locale)),
  };
}

function typed(command, name, path, locale, shown = [command.name]) {
  const options = (command.options ?? []).map((one) => localized(one, locale));
  const below = options.filter((one) => one.type === SUB_COMMAND || one.type === SUB_COMMAND_GROUP);
  if (below.length > 0) {
    return below.flatMap((one) =>
      typed(one, name, [...path, one.key], locale, [...shown, one.name]),
    );
  }
  const title = shown.join(" ");
  return [{ title, name, path, description: command.description, options }];
}

/** The commands whose title contains a text; those that start with it come first, the shortest ahead. */
export function matching(commands, text) {
  const wanted = text.trimStart().toLowerCase().replace(/\s+/g, " ");
  const begins = commands
    .filter((one) => one.title.startsWith(wanted))
    .sort((one, other) => one.title.length - other.title.length);
  const contains = commands.filter(
    (one) => !one.title.startsWith(wanted) && one.title.includes(wanted.trim()),
  );
  return wanted.trim() === "" ? commands : [...begins, ...contains];
}

/**
 * The part of a command line that belongs to one option.
 *
 * @typedef {object} Part
 * @property {object} option
 * @property {string} text its value as typed.
 * @property {number} start where the part starts, including the option's name.
 * @property {number} textStart where its value starts.
 * @property {number} end
 */

/**
 * Parses a command line such as `/play game:saratoga deal:42`. Text before the first option name
 * belongs to the first option that is not named.
 *
 * @param {string} line
 * @param {Command[]} commands
 * @returns {{command: Command, titleEnd: number, parts: Part[], stray: string}|null} null if the
 *   line doesn't start with a complete command; `stray` is text that belongs to no option.
 */
export function parseLine(line, commands) {
  const command = commandOf(line, commands);
  if (command === null) {
    return null;
  }
  const titleEnd = titlePattern(command).exec(line)[0].length;
  const markers = markersIn(line, titleEnd, command.options);
  const parts = markers.map((marker, at) => ({
    option: marker.option,
    start: marker.start,
    textStart: marker.textStart,
    end: markers[at + 1]?.start ?? line.length,
    text: line.slice(marker.textStart, markers[at + 1]?.start ?? line.length),
  }));
  const before = line.slice(titleEnd, markers[0]?.start ?? line.length);
  let stray = "";
  if (before.trim() !== "") {
    const named = new Set(markers.map((marker) => marker.option.name));
    const option = command.options.find((one) => !named.has(one.name));
    const start = titleEnd + before.length - before.trimStart().length;
    if (option === undefined) {
      stray = before.trim();
    } else {
      const end = titleEnd + before.length;
      parts.unshift({ option, start, textStart: start, end, text: line.slice(start, end) });
    }
  }
  return { command, titleEnd, parts, stray };
}

function titlePattern(command) {
  return new RegExp(`^/${command.title.split(" ").join("\\s+")}(?=\\s|$)`, "i");
}

function commandOf(line, commands) {
  const whole = commands.filter((one) => titlePattern(one).test(line));
  return whole.sort((one, other) => other.title.length - one.title.length)[0] ?? null;
}

/** The first occurrence of each option's name in the line. */
function markersIn(line, from, options) {
  const markers = [];
  const seen = new Set();
  for (const match of line.slice(from).matchAll(/(?<=\s)([-_\p{L}\p{N}]+):/gu)) {
    const option = options.find((one) => one.name === match[1].toLowerCase());
    if (option && !seen.has(option.name)) {
      seen.add(option.name);
      const start = from + match.index;
      markers.push({ option, start, textStart: start + match[0].length });
    }
  }
  return markers;
}

/** The problem with text that belongs to no option or names an unknown one, or null. */
export function strayProblem(parsed) {
  const { command, parts, stray } = parsed;
  const names = command.options.map((one) => one.name);
  const known = names.length > 0 ? `its options are ${names.join(", ")}` : "it has no options";
  if (stray !== "") {
    return `“${shorten(stray)}” belongs to no option of /${command.title}; ${known}.`;
  }
  const first = parts[0];
  const unknown = first && first.start === first.textStart ? /^([\w-]+):\S/.exec(first.text) : null;
  return unknown && !/^https?$/.test(unknown[1])
    ? `/${command.title} has no option ${shorten(unknown[1])}; ${known}.`
    : null;
}

/** Text cut to a length that fits in a sentence. */
export function shorten(text) {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
