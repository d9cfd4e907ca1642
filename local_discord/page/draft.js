/**
 * The command line being written: what its parts stand for, and how it goes on.
 */

import { commandsIn, readLine } from "./commands.js";
import { exactly, fixedChoices, takesWords, valueOf } from "./options.js";

/** What is remembered about the line in the message box while it is written. */
export class Draft {
  #chosen = new Map();
  #offered = new Map();
  #title = "";
  channel = null;

  /** Whether the line was begun by picking from the list, which then goes on proposing. */
  isGuided = false;

  /** @param {import("./state.js").State} state */
  constructor(state) {
    this.state = state;
  }

  /** The commands that can be typed here. */
  get commands() {
    return this.channel ? commandsIn(this.state.commands, this.channel, this.state.locale) : [];
  }

  /** Reads a line; what was chosen for another command is forgotten. */
  read(line) {
    const reading = line.startsWith("/") ? readLine(line, this.commands) : null;
    const title = reading?.command.title ?? "";
    if (title !== this.#title) {
      this.#title = title;
      this.#chosen.clear();
      this.#offered.clear();
    }
    if (line === "") {
      this.isGuided = false;
    }
    return reading;
  }

  /** The choices an option always has, null when it has none. */
  choicesOf(option) {
    return fixedChoices(option, this.state, this.channel);
  }

  /** The choices the bot last offered for an option. */
  offeredFor(option) {
    return this.#offered.get(option.name) ?? [];
  }

  /** Keeps the choices the bot offers for an option. */
  offer(option, choices) {
    this.#offered.set(option.name, choices);
  }

  /** Whether a part says just what was picked for it. */
  isChosen(part) {
    return this.#chosen.get(part.option.name)?.text === part.text.trim();
  }

  /** What a part stands for: what was picked, what its text names, or the text itself. */
  valueOf(part) {
    const { option, text } = part;
    if (this.isChosen(part)) {
      return { value: this.#chosen.get(option.name).value };
    }
    const offered = exactly(this.offeredFor(option), text);
    return offered ? { value: offered.value } : valueOf(option, text, this.choicesOf(option));
  }

  /** The beginning of a part's text that is a whole value; null when there is none. */
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

  /** Whether a part has its value, so that what follows the value begins something new. */
  isDone(part) {
    const value = this.wholeValue(part);
    return value !== null && /^\s/.test(part.text.slice(value.length));
  }

  /** The line that begins a picked command. */
  withCommand(command) {
    this.isGuided = true;
    return `/${command.title} ${nameOfNext(command, [])}`;
  }

  /** The line with one more option to fill in, instead of the beginning of its name. */
  withOption(line, option, begun = "") {
    const written = line.trimEnd();
    const kept = begun === "" ? written : written.slice(0, -begun.length).trimEnd();
    return `${kept} ${option.name}:`;
  }

  /** The line with a picked choice as a part's value, and the next option that is needed. */
  withChoice(line, part, choice) {
    const { option } = part;
    this.isGuided = true;
    this.#chosen.set(option.name, { text: choice.name, value: choice.value });
    const rest = line.slice(part.end).trim();
    const before = line.slice(0, part.start).trimEnd();
    const written = `${before} ${option.name}:${choice.name} ${rest === "" ? "" : `${rest} `}`;
    const { command, parts } = readLine(written, this.commands);
    return written + nameOfNext(command, parts);
  }
}

/** The name that begins the next required option; empty when all are given. */
function nameOfNext(command, parts) {
  const next = missingOption(command, parts);
  return next ? `${next.name}:` : "";
}

/** The first required option that no part gives; undefined when all are given. */
export function missingOption(command, parts) {
  const given = new Set(parts.map((part) => part.option.name));
  return command.options.find((option) => option.required && !given.has(option.name));
}

/** An option's value as it is sent. */
export function sent(option, value) {
  return { name: option.key, type: option.type, value };
}
