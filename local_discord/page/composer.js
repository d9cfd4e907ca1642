/**
 * The message box. It holds plain text; for slash commands, it shows chips for the options and a
 * list of suggestions.
 */

import { strayProblem } from "./commands.js";
import { Completion, need, partAt } from "./completion.js";
import { byId, element, fill, icon } from "./dom.js";
import { Draft, missingOption, optionPayload } from "./draft.js";
import { kindOf } from "./options.js";
import { Suggestions } from "./suggestions.js";

const MAX_MESSAGE = 2000;
const MAX_HISTORY = 50;

/** The message box with its chips and suggestions. */
export class Composer {
  #box = byId("message");
  #mirror = byId("mirror");
  #strip = byId("strip");
  #problem = byId("problem");
  #list = new Suggestions(this.#box);
  #isDismissed = false;
  #isHeld = false;
  #written = [];
  #recalled = 0;
  #caret = -1;

  /**
   * @param {import("./state.js").State} state
   * @param {{say: Function, run: Function, complete: Function}} actions `say(text)` sends a message
   *   and returns whether it could, `run(command, options, line)` runs a command,
   *   `complete(command, options)` resolves to the bot's choices, or null if it gives none.
   */
  constructor(state, actions) {
    this.state = state;
    this.actions = actions;
    this.draft = new Draft(state);
    this.completion = new Completion(this.#box, this.#list, this.draft, {
      write: (line) => this.#write(line),
      ask: actions.complete,
    });
    byId("send").append(icon("send"));
    byId("send").addEventListener("pointerdown", (event) => event.preventDefault());
    byId("composer").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#enter();
    });
    this.#box.addEventListener("input", () => this.#edited());
    this.#box.addEventListener("keydown", (event) => this.#key(event));
    this.#box.addEventListener("blur", () => this.completion.close());
    this.#box.addEventListener("focus", () => this.refresh());
    this.#box.addEventListener("scroll", () => {
      this.#mirror.scrollTop = this.#box.scrollTop;
    });
    document.addEventListener("selectionchange", () => {
      const isMoved = this.#box.selectionStart !== this.#caret;
      if (document.activeElement === this.#box && this.#list.isOpen && isMoved) {
        this.#suggest(this.draft.parse(this.#box.value));
      }
    });
  }

  /** Switches to another channel. */
  open(channel) {
    if (channel.id !== this.draft.channel?.id) {
      this.#isHeld = false;
    }
    this.draft.channel = channel;
    const where = channel.guild === null ? this.state.application.name : `#${channel.name}`;
    this.#box.placeholder = `Message ${where}, or type /`;
    this.refresh();
  }

  /** Focuses the message box. */
  focus() {
    this.#box.focus({ preventScroll: true });
  }

  /** Updates everything around the box to its text and the commands; sends a line that waited. */
  refresh() {
    if (this.#isHeld && this.state.isReady) {
      this.#isHeld = false;
      this.#say("");
      this.#runLine(this.#box.value);
    }
    const line = this.#box.value;
    const parsed = this.draft.parse(line);
    this.#showMirror(line, parsed);
    this.#showStrip(parsed);
    this.#suggest(parsed);
  }

  #edited() {
    this.#isDismissed = false;
    this.#isHeld = false;
    this.#say("");
    this.refresh();
  }

  #write(line, caret = line.length) {
    this.#box.value = line;
    this.#box.setSelectionRange(caret, caret);
    this.#edited();
    this.focus();
  }

  #say(problem) {
    this.#problem.textContent = problem;
    this.#problem.hidden = problem === "";
  }

  #suggest(parsed) {
    const line = this.#box.value;
    this.#caret = this.#box.selectionStart;
    const isHere = document.activeElement === this.#box;
    if (line.startsWith("/") && !line.includes("\n") && isHere && !this.#isDismissed) {
      this.completion.suggest(parsed);
    } else {
      this.completion.close();
    }
  }

  /** Colours the names in the line, on a mirror behind the box, whose own text is transparent. */
  #showMirror(line, parsed) {
    const pieces = [];
    let at = 0;
    const colour = (name, from, to) => {
      pieces.push(line.slice(at, from), element("span", { class: name }, line.slice(from, to)));
      at = to;
    };
    if (parsed !== null) {
      colour("line-command", 0, parsed.titleEnd);
      for (const part of parsed.parts.filter((one) => one.textStart > one.start)) {
        colour("line-name", part.start, part.textStart);
      }
    }
    fill(this.#mirror, pieces, line.slice(at), "\u200b");
    this.#box.style.height = "auto";
    this.#box.style.height = `${this.#box.scrollHeight}px`;
    this.#mirror.scrollTop = this.#box.scrollTop;
  }

  /** Shows the description of the command or the current option, and a chip for each option. */
  #showStrip(parsed) {
    this.#strip.hidden = parsed === null;
    if (parsed === null) {
      fill(this.#strip);
      return;
    }
    const { command } = parsed;
    const current = partAt(parsed, this.#box.selectionStart)?.option;
    const words = current ? this.#hint(current) : command.description;
    const chips = command.options.map((one) => this.#chip(one, parsed, current));
    fill(
      this.#strip,
      words ? element("span", { class: "strip-words" }, words) : null,
      chips.length > 0 ? element("span", { class: "chips" }, chips) : null,
    );
  }

  /** What to type for an option, unless it has a list of choices. */
  #hint(option) {
    const hasList = option.autocomplete || this.draft.choicesOf(option) !== null;
    return hasList ? "" : `${option.description} (${kindOf(option)})`;
  }

  #chip(option, { parts }, current) {
    const part = parts.find((one) => one.option === option);
    const isFilled = part !== undefined && part.text.trim() !== "";
    const sign = option.required ? "*" : "+";
    const chip = element(
      "button",
      {
        class: "chip",
        type: "button",
        title: option.description,
        data: { option: option.name, state: isFilled ? "filled" : "empty" },
        "aria-current": option === current ? "true" : null,
        "aria-label": `${option.name}, ${need(option)}: ${option.description}`,
        on: { click: () => this.#goTo(option) },
      },
      option.name,
      element("span", { "aria-hidden": "true" }, isFilled ? "✓" : sign),
    );
    chip.addEventListener("pointerdown", (event) => event.preventDefault());
    return chip;
  }

  /** Moves the caret to an option's value, adding the option if necessary. */
  #goTo(option) {
    const line = this.#box.value;
    const part = this.draft.parse(line)?.parts.find((one) => one.option === option);
    if (part) {
      this.#write(line, part.textStart + part.text.trimEnd().length);
    } else {
      this.#write(this.draft.withOption(line, option));
    }
  }

  #key(event) {
    if (event.isComposing) {
      return;
    }
    const { isOpen } = this.#list;
    if (event.key === "Enter" && !event.shiftKey) {
      this.#enter();
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && isOpen) {
      this.#list.move(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Tab" && !event.shiftKey && isOpen && this.#list.nearest) {
      this.#list.nearest.pick();
    } else if (event.key === "Escape" && this.#box.value.startsWith("/")) {
      this.#escape(isOpen);
    } else if (event.key === "ArrowUp" && (this.#box.value === "" || this.#recalled > 0)) {
      this.#recall(1);
    } else if (event.key === "ArrowDown" && this.#recalled > 0) {
      this.#recall(-1);
    } else {
      return;
    }
    event.preventDefault();
  }

  /** Closes the list if it is open, else clears the line. */
  #escape(isOpen) {
    if (isOpen) {
      this.#isDismissed = true;
      this.completion.close();
    } else {
      this.#clear();
    }
  }

  #clear() {
    this.#recalled = 0;
    this.#write("");
  }

  /** Moves through the lines sent before. */
  #recall(step) {
    const to = Math.min(Math.max(this.#recalled + step, 0), this.#written.length);
    if (to !== this.#recalled) {
      this.#write(to === 0 ? "" : this.#written.at(-to));
      this.#recalled = to;
      this.#isDismissed = true;
      this.completion.close();
    }
  }

  #remember(line) {
    if (this.#written.at(-1) !== line) {
      this.#written = [...this.#written, line].slice(-MAX_HISTORY);
    }
  }

  /** Picks the list's active item, else sends the line. */
  #enter() {
    const line = this.#box.value;
    const text = line.trim();
    if (this.#list.active) {
      this.#list.active.pick();
    } else if (line.startsWith("/")) {
      this.#runLine(line);
    } else if (text.length > MAX_MESSAGE) {
      const most = `A message can have at most ${MAX_MESSAGE} characters`;
      this.#say(`${most}; this one has ${text.length}.`);
    } else if (text !== "" && this.actions.say(text)) {
      this.#remember(line);
      this.#clear();
    }
  }

  /** Keeps the line until the bot can be reached. */
  #hold() {
    this.#isHeld = true;
    this.#say(`Sent as soon as ${this.state.application.name} is connected.`);
  }

  #runLine(line) {
    if (!this.state.isReady) {
      this.#hold();
      return;
    }
    const parsed = this.draft.parse(line.trimEnd());
    if (parsed === null) {
      const name = line.slice(1, 41).split(/\s/, 1)[0];
      this.#say(`There is no command /${name}; type / to see all commands.`);
      return;
    }
    const { command } = parsed;
    const parts = parsed.parts.filter((part) => part.text.trim() !== "");
    const values = parts.map((part) => this.draft.valueOf(part));
    const problem = strayProblem(parsed) ?? values.map((one) => one.problem).find(Boolean);
    const missing = missingOption(command, parts);
    if (problem) {
      this.#say(problem);
    } else if (missing) {
      this.draft.isGuided = true;
      this.#goTo(missing);
      this.#say(`/${command.title} needs ${missing.name}: ${missing.description}`);
    } else {
      this.#remember(line.trimEnd());
      this.#clear();
      const options = parts.map(({ option }, at) => optionPayload(option, values[at].value));
      this.actions.run(command, options, line.trim());
    }
  }
}
