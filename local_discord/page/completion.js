/**
 * Suggestions while typing a command: commands, then options, then their values.
 */

import { matching } from "./commands.js";
import { optionPayload } from "./draft.js";
import { exactMatch, filtered } from "./options.js";

const TYPING_PAUSE = 120;

/** Whether an option is required, as a word. */
export function need(option) {
  return option.required ? "required" : "optional";
}

/** The part of the line that contains the caret, if any. */
export function partAt({ parts }, caret) {
  return parts.find((part) => caret >= part.textStart && caret <= part.end);
}

/** Fills the list of suggestions for the caret's position. */
export class Completion {
  #asked = 0;
  #timer = 0;

  /**
   * @param {HTMLTextAreaElement} box
   * @param {import("./suggestions.js").Suggestions} list
   * @param {import("./draft.js").Draft} draft
   * @param {{write: (line: string) => void, ask: Function}} actions `write` replaces the line in
   *   the box, `ask(command, options)` resolves to the bot's choices, or null if it gives none.
   */
  constructor(box, list, draft, actions) {
    this.box = box;
    this.list = list;
    this.draft = draft;
    this.actions = actions;
  }

  /** Closes the list and ignores pending replies. */
  close() {
    clearTimeout(this.#timer);
    this.#asked += 1;
    this.list.close();
  }

  /** Shows suggestions for a line that starts with a slash. */
  suggest(parsed) {
    clearTimeout(this.#timer);
    this.#asked += 1;
    const caret = this.box.selectionStart;
    if (parsed === null || caret <= parsed.titleEnd) {
      this.#commands(parsed);
      return;
    }
    const part = partAt(parsed, caret);
    if (!part || this.draft.isDone(part)) {
      this.#options(parsed, part);
    } else {
      this.#values(parsed, part);
    }
  }

  #commands(parsed) {
    const typed = this.box.value.slice(1);
    const found = matching(this.draft.commands, typed);
    const isWhole = parsed !== null && !parsed.command.options.some((one) => one.required);
    const { isReady, application } = this.draft.state;
    const note = isReady
      ? `No command matches “${typed.slice(0, 40)}”.`
      : `The commands of ${application.name} appear here once it is connected.`;
    this.list.show({
      title: "Commands",
      items: found.map((command) => ({
        name: `/${command.title}`,
        description: command.description,
        pick: () => this.actions.write(this.draft.withCommand(command)),
      })),
      active: !isWhole,
      note: found.length === 0 ? note : "",
    });
  }

  /** Suggests the options not given yet, or right away the values of a first required one. */
  #options({ command, parts }, part) {
    const given = new Set(parts.map((one) => one.option.name));
    const whole = part ? this.draft.wholeValue(part) : "";
    const prefix = part ? part.text.slice(whole.length).trim().toLowerCase() : "";
    const open = command.options.filter(
      (option) => !given.has(option.name) && option.name.startsWith(prefix),
    );
    if (open.length === 0) {
      this.list.close();
    } else if (parts.length === 0 && open[0].required) {
      const end = this.box.value.length;
      const empty = { option: open[0], text: "", start: end, textStart: end, end };
      this.#values({ command, parts }, empty);
    } else {
      this.#showOptions(open, prefix);
    }
  }

  #showOptions(open, prefix) {
    const isNeeded = open.some((option) => option.required);
    this.list.show({
      title: "Options",
      detail: isNeeded ? "" : "Press Enter to send",
      items: open.map((option) => ({
        name: option.name,
        description: option.description,
        mark: need(option),
        pick: () => {
          this.draft.isGuided = true;
          this.actions.write(this.draft.withOption(this.box.value, option, prefix));
        },
      })),
      active: isNeeded || prefix !== "",
    });
  }

  #values(parsed, part) {
    const { option } = part;
    const fixed = this.draft.choicesOf(option);
    if (fixed !== null) {
      this.#showChoices(part, filtered(fixed, part.text), { isStrict: true });
    } else if (option.autocomplete) {
      const known = filtered(this.draft.offeredFor(option), part.text);
      this.#showChoices(part, known, { note: "Loading choices…" });
      this.#ask(parsed, part);
    } else {
      this.list.close();
    }
  }

  #showChoices(part, choices, { isStrict = false, note = "" } = {}) {
    const { option, text } = part;
    const isExact = exactMatch(choices, text) !== undefined || this.draft.isChosen(part);
    const isBegun = text.trim() !== "";
    this.list.show({
      title: option.name,
      detail: option.description,
      items: choices.map((choice) => ({
        name: choice.name,
        pick: () => this.actions.write(this.draft.withChoice(this.box.value, part, choice)),
      })),
      active: !isExact && (this.draft.isGuided || (isStrict && isBegun)),
      note: choices.length === 0 ? note || "No choice matches." : "",
    });
  }

  /** Asks the bot for choices when the typing pauses. */
  #ask({ command, parts }, part) {
    const asked = this.#asked;
    this.#timer = setTimeout(async () => {
      const { option } = part;
      const others = parts
        .filter((one) => one.option !== option && one.text.trim() !== "")
        .map((one) => optionPayload(one.option, this.draft.valueOf(one).value ?? one.text.trim()));
      const typed = this.draft.isChosen(part) ? "" : part.text.trim();
      const focused = { ...optionPayload(option, typed), focused: true };
      const choices = await this.actions.ask(command, [...others, focused]);
      if (asked !== this.#asked) {
        return;
      }
      if (choices !== null) {
        this.draft.offer(option, choices);
      }
      const note = choices === null ? "The bot offers no choices; keep typing." : "";
      this.#showChoices(part, choices ?? [], { note });
    }, TYPING_PAUSE);
  }
}
