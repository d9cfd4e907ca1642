/**
 * What is suggested while a command is written: commands, then options, then their values.
 */

import { matching } from "./commands.js";
import { sent } from "./draft.js";
import { exactly, filtered } from "./options.js";

const TYPING_PAUSE = 120;

/** The word for whether an option must be given. */
export function need(option) {
  return option.required ? "required" : "optional";
}

/** The part of the line that the caret is in; undefined when it is in none. */
export function partAt({ parts }, caret) {
  return parts.find((part) => caret >= part.textStart && caret <= part.end);
}

/** Fills the list of suggestions for the place where the caret is. */
export class Completion {
  #asked = 0;
  #timer = 0;

  /**
   * @param {HTMLTextAreaElement} box
   * @param {import("./suggestions.js").Suggestions} list
   * @param {import("./draft.js").Draft} draft
   * @param {{write: (line: string) => void, ask: Function}} act `write` puts a line into the box,
   *   `ask(command, options)` promises the bot's choices, or null when there are none to be had.
   */
  constructor(box, list, draft, act) {
    this.box = box;
    this.list = list;
    this.draft = draft;
    this.act = act;
  }

  /** Suggests nothing any more. */
  close() {
    clearTimeout(this.#timer);
    this.#asked += 1;
    this.list.close();
  }

  /** Suggests what can be written at the caret, for a line that begins with a slash. */
  suggest(reading) {
    clearTimeout(this.#timer);
    this.#asked += 1;
    const caret = this.box.selectionStart;
    if (reading === null || caret <= reading.titleEnd) {
      this.#commands(reading);
      return;
    }
    const part = partAt(reading, caret);
    if (!part || this.draft.isDone(part)) {
      this.#options(reading, part);
    } else {
      this.#values(reading, part);
    }
  }

  #commands(reading) {
    const typed = this.box.value.slice(1);
    const found = matching(this.draft.commands, typed);
    const isWhole = reading !== null && !reading.command.options.some((one) => one.required);
    const note = this.draft.state.application.online
      ? `No command has “${typed.slice(0, 40)}” in its name.`
      : "The bot is not connected, so there may be no commands yet.";
    this.list.show({
      title: "Commands",
      items: found.map((command) => ({
        name: `/${command.title}`,
        description: command.description,
        pick: () => this.act.write(this.draft.withCommand(command)),
      })),
      active: !isWhole,
      note: found.length === 0 ? note : "",
    });
  }

  /** Suggests the options that are not given yet; the first required one's values at once. */
  #options({ command, parts }, part) {
    const given = new Set(parts.map((one) => one.option.name));
    const whole = part ? this.draft.wholeValue(part) : "";
    const begun = part ? part.text.slice(whole.length).trim().toLowerCase() : "";
    const open = command.options.filter(
      (option) => !given.has(option.name) && option.name.startsWith(begun),
    );
    if (open.length === 0) {
      this.list.close();
    } else if (parts.length === 0 && open[0].required) {
      const end = this.box.value.length;
      const empty = { option: open[0], text: "", start: end, textStart: end, end };
      this.#values({ command, parts }, empty);
    } else {
      this.#showOptions(open, begun);
    }
  }

  #showOptions(open, begun) {
    const isNeeded = open.some((option) => option.required);
    this.list.show({
      title: "Options",
      detail: isNeeded ? "" : "Enter sends it as it is",
      items: open.map((option) => ({
        name: option.name,
        description: option.description,
        mark: need(option),
        pick: () => {
          this.draft.isGuided = true;
          this.act.write(this.draft.withOption(this.box.value, option, begun));
        },
      })),
      active: isNeeded || begun !== "",
    });
  }

  #values(reading, part) {
    const { option } = part;
    const fixed = this.draft.choicesOf(option);
    if (fixed !== null) {
      this.#showChoices(part, filtered(fixed, part.text), { isStrict: true });
    } else if (option.autocomplete) {
      const known = filtered(this.draft.offeredFor(option), part.text);
      this.#showChoices(part, known, { note: "Looking for choices…" });
      this.#ask(reading, part);
    } else {
      this.list.close();
    }
  }

  #showChoices(part, choices, { isStrict = false, note = "" } = {}) {
    const { option, text } = part;
    const isExact = exactly(choices, text) !== undefined || this.draft.isChosen(part);
    const isBegun = text.trim() !== "";
    this.list.show({
      title: option.name,
      detail: option.description,
      items: choices.map((choice) => ({
        name: choice.name,
        pick: () => this.act.write(this.draft.withChoice(this.box.value, part, choice)),
      })),
      active: !isExact && (this.draft.isGuided || (isStrict && isBegun)),
      note: choices.length === 0 ? note || "No choice fits what you typed." : "",
    });
  }

  /** Asks the bot for choices, once the typing pauses. */
  #ask({ command, parts }, part) {
    const asked = this.#asked;
    this.#timer = setTimeout(async () => {
      const { option } = part;
      const others = parts
        .filter((one) => one.option !== option && one.text.trim() !== "")
        .map((one) => sent(one.option, this.draft.valueOf(one).value ?? one.text.trim()));
      const typed = this.draft.isChosen(part) ? "" : part.text.trim();
      const focused = { ...sent(option, typed), focused: true };
      const choices = await this.act.ask(command, [...others, focused]);
      if (asked !== this.#asked) {
        return;
      }
      if (choices !== null) {
        this.draft.offer(option, choices);
      }
      const note = choices === null ? "The bot gave no choices; type on." : "";
      this.#showChoices(part, choices ?? [], { note });
    }, TYPING_PAUSE);
  }
}
