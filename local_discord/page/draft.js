/**
 * The command line being typed: the values of its parts, and how it can continue.
 */

import { commandsIn, parseLine } from "./commands.js";
import { exactMatch, fixedChoices, takesWords, valueOf } from "./options.js";

/** The state of the line in the message box. */
export class Draft {
  #chosen = new Map();
  #offered = new Map();
  #title = "";
  channel = null;

  /** Whether the line started with a pick from the list, which then preselects its items. */
  isGuided = false;

  /** @param {import("./state.js").State} state */
  constructor(state) {
    this.state = state;
  }

  /** The commands available in the channel. */
  get commands() {
    return this.channel ? commandsIn(this.state.commands, this.channel, this.state.locale) : [];
  }

  /** Parses a line, and forgets what was chosen for another command. */
  parse(line) {
    const parsed = line.startsWith("/") ? parseLine(line, this.commands) : null;
    const title = parsed?.command.title ?? "";
    if (title !== this.#title) {
      this.#title = title;
      this.#chosen.clear();
      this.#offered.clear();
    }
    if (line === "") {
      this.isGuided = false;
    }
    return parsed;
  }

  /** An option's fixed choices; null if it has none. */
  choicesOf(option) {
    return fixedChoices(option, this.state, this.channel);
  }

  /** The choices the bot last offered for an option. */
  offeredFor(option) {
    return this.#offered.get(option.name) ?? [];
  }

  /** Stores the choices the bot offers for an option. */
  offer(option, choices) {
    this.#offered.set(option.name, choices);
  }

  /** Whether a part's text is the choice picked for it. */
  isChosen(part) {
    return this.#chosen.get(part.option.name)?.text === part.text.trim();
  }

  /** A part's value: the picked choice, the choice its text names, or the text itself. */
  valueOf(part) {
    const { option, text } = part;
    if (this.isChosen(part)) {
      return { value: this.#chosen.get(option.name).value };
    }
    const offered = exactMatch(this.offeredFor(option), text);
    return offered ? { value: offered.value } : valueOf(option, text, this.choicesOf(option));
  }

  /** The complete value at the start of a part's text; null if there is none. */
  wholeValue(part) {
    const choices = this.choicesOf(part.option);
    const names = (choices ?? []).flatMap((choice) => [choice.name, String(choice.value)]);
    const whole = [this.#chosen.get(part.option.name)?.text, ...names]
      .filter((name) => name !== undefined && name !== "")
      .sort((one, other) => other.length - one.length)
      .find((name) => part.text.toLowerCase().startsWith(name.toLowerCase()));
    if (whole !== undefined || choices !== null || takesWords(part.option)) {
      return whole ?? null;
    }
    return /^\S+/.exec(part.text)?.[0] ?? null;
  }

  /** Whether a part's value is complete and followed by a space. */
  isDone(part) {
    const value = this.wholeValue(part);
    return value !== null && /^\s/.test(part.text.slice(value.length));
  }

  /** The line for a picked command. */
  withCommand(command) {
    this.isGuided = true;
    return `/${command.title} ${nameOfNext(command, [])}`;
  }

  /** The line with another option's name, in place of the start of that name. */
  withOption(line, option, prefix = "") {
    const written = line.trimEnd();
    const kept = prefix === "" ? written : written.slice(0, -prefix.length).trimEnd();
    return `${kept} ${option.name}:`;
  }

  /** The line with a picked choice as a part's value, and the next required option. */
  withChoice(line, part, choice) {
    const { option } = part;
    this.isGuided = true;
    this.#chosen.set(option.name, { text: choice.name, value: choice.value });
    const rest = line.slice(part.end).trim();
    const before = line.slice(0, part.start).trimEnd();
    const written = `${before} ${option.name}:${choice.name} ${rest === "" ? "" : `${rest} `}`;
    const { command, parts } = parseLine(written, this.commands);
    return written + nameOfNext(command, parts);
  }
}

/** The name of the next required option with a colon; empty if all are given. */
function nameOfNext(command, parts) {
  const next = missingOption(command, parts);
  return next ? `${next.name}:` : "";
}

/** The first required option without a part; undefined if there is none. */
export function missingOption(command, parts) {
  const given = new Set(parts.map((part) => part.option.name));
  return command.options.find((option) => option.required && !given.has(option.name));
}

/** An option in the shape of Discord's interaction data. */
export function optionPayload(option, value) {
  return { name: option.key, type: option.type, value };
}
