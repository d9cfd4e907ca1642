/**
 * The message box. What it says is always plain text; while that text is a slash command, chips for
 * its options and a list of suggestions help to write it.
 */

import { commandsIn, matching, readLine, strayProblem } from "./commands.js";
import { byId, element, fill, icon } from "./dom.js";
import { exactly, filtered, fixedChoices, kindOf, valueOf } from "./options.js";
import { Suggestions } from "./suggestions.js";

const TYPING_PAUSE = 120;
const LONGEST_MESSAGE = 2000;
const REMEMBERED = 50;
const MARKS = { true: "required", false: "optional" };

/** The message box and what helps to write in it. */
export class Composer {
  #form = byId("composer");
  #box = byId("message");
  #mirror = byId("mirror");
  #strip = byId("strip");
  #problem = byId("problem");
  #suggestions = new Suggestions(this.#box);
  #channel = null;
  #chosen = new Map();
  #offered = new Map();
  #title = "";
  #isGuided = false;
  #isShut = false;
  #asked = 0;
  #timer = 0;
  #written = [];
  #recalled = 0;

  /**
   * @param {import("./world.js").World} world
   * @param {{say: Function, run: Function, complete: Function}} act `say(text)` writes a message,
   *   `run(command, options, line)` runs a command, `complete(command, options)` asks the bot for
   *   choices and promises them, or null when there are none to be had.
   */
  constructor(world, act) {
    this.world = world;
    this.act = act;
    byId("send").append(icon("send"));
    this.#box.addEventListener("input", () => this.#edited());
    this.#box.addEventListener("keydown", (event) => this.#key(event));
    this.#box.addEventListener("scroll", () => {
      this.#mirror.scrollTop = this.#box.scrollTop;
    });
    this.#box.addEventListener("blur", () => this.#suggestions.close());
    this.#box.addEventListener("focus", () => this.#refresh());
    document.addEventListener("selectionchange", () => this.#caretMoved());
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#enter();
    });
    byId("send").addEventListener("pointerdown", (event) => event.preventDefault());
  }

  /** Writes in another channel from now on. */
  open(channel) {
    this.#channel = channel;
    const where = channel.place === null ? this.world.application.name : `#${channel.name}`;
    this.#box.placeholder = `Message ${where}, or type /`;
    this.#refresh();
  }

  /** Notes that the commands changed. */
  commandsChanged() {
    this.#refresh();
  }

  /** Gives the message box the focus. */
  focus() {
    this.#box.focus({ preventScroll: true });
  }

  get #commands() {
    return this.#channel ? commandsIn(this.world.commands, this.#channel) : [];
  }

  #edited() {
    this.#isShut = false;
    this.#say("");
    this.#refresh();
  }

  #caretMoved() {
    if (document.activeElement === this.#box && this.#suggestions.isOpen) {
      this.#suggest(readLine(this.#box.value, this.#commands));
    }
  }

  #write(line, caret = line.length) {
    this.#box.value = line;
    this.#box.setSelectionRange(caret, caret);
    this.#isShut = false;
    this.#say("");
    this.#refresh();
    this.focus();
  }

  #clear() {
    this.#chosen.clear();
    this.#offered.clear();
    this.#isGuided = false;
    this.#title = "";
    this.#recalled = 0;
    this.#write("");
  }

  #say(problem) {
    this.#problem.textContent = problem;
    this.#problem.hidden = problem === "";
  }

  /** Brings everything around the box up to date with what it says. */
  #refresh() {
    const line = this.#box.value;
    const reading = line.startsWith("/") ? readLine(line, this.#commands) : null;
    const title = reading?.command.title ?? "";
    if (title !== this.#title) {
      this.#title = title;
      this.#chosen.clear();
      this.#offered.clear();
    }
    if (line === "") {
      this.#isGuided = false;
    }
    this.#showMirror(line, reading);
    this.#showStrip(reading);
    this.#suggest(reading);
  }

  /** Colours the names in the line, behind the box whose own text is see-through then. */
  #showMirror(line, reading) {
    const pieces = [];
    let at = 0;
    if (reading !== null) {
      pieces.push(element("span", { class: "line-command" }, line.slice(0, reading.titleEnd)));
      at = reading.titleEnd;
      for (const part of reading.parts.filter((one) => one.textStart > one.start)) {
        pieces.push(line.slice(at, part.start));
        pieces.push(element("span", { class: "line-name" }, line.slice(part.start, part.textStart)));
        at = part.textStart;
      }
    }
    fill(this.#mirror, pieces, line.slice(at), "\u200b");
    this.#box.style.height = "auto";
    this.#box.style.height = `${this.#box.scrollHeight}px`;
    this.#mirror.scrollTop = this.#box.scrollTop;
  }

  #showStrip(reading) {
    this.#strip.hidden = reading === null;
    if (reading === null) {
      fill(this.#strip);
      return;
    }
    const { command, parts } = reading;
    const current = this.#partAt(reading)?.option;
    const chips = command.options.map((option) => {
      const part = parts.find((one) => one.option === option);
      const isFilled = part !== undefined && part.text.trim() !== "";
      const chip = element(
        "button",
        {
          class: "chip",
          type: "button",
          title: option.description,
          data: { option: option.name, state: isFilled ? "filled" : "empty" },
          "aria-current": option === current ? "true" : null,
          "aria-label": `${option.name}, ${MARKS[Boolean(option.required)]}: ${option.description}`,
          on: { click: () => this.#goTo(option) },
        },
        option.name,
        element("span", { "aria-hidden": "true" }, isFilled ? "✓" : option.required ? "*" : "+"),
      );
      chip.addEventListener("pointerdown", (event) => event.preventDefault());
      return chip;
    });
    const words = current ? this.#hint(current) : command.description;
    fill(
      this.#strip,
      words ? element("span", { class: "strip-words" }, words) : null,
      chips.length > 0 ? element("span", { class: "chips" }, chips) : null,
    );
  }

  /** What to type for an option, unless the list of its choices says so already. */
  #hint(option) {
    const hasList = option.autocomplete || this.#choicesOf(option) !== null;
    return hasList ? "" : `${option.description} (${kindOf(option)})`;
  }

  /** Puts the caret where an option's value stands, adding the option where it is not there. */
  #goTo(option) {
    const reading = readLine(this.#box.value, this.#commands);
    const part = reading?.parts.find((one) => one.option === option);
    if (part) {
      this.#write(this.#box.value, part.textStart + part.text.trimEnd().length);
    } else {
      this.#write(`${this.#box.value.trimEnd()} ${option.name}:`);
    }
  }

  #partAt({ parts }) {
    const caret = this.#box.selectionStart;
    return parts.find((part) => caret >= part.textStart && caret <= part.end);
  }

  /** Shows what can be written where the caret is. */
  #suggest(reading) {
    clearTimeout(this.#timer);
    this.#asked += 1;
    const line = this.#box.value;
    const isHere = document.activeElement === this.#box;
    if (!line.startsWith("/") || line.includes("\n") || this.#isShut || !isHere) {
      this.#suggestions.close();
      return;
    }
    if (reading === null || this.#box.selectionStart <= reading.titleEnd) {
      this.#suggestCommands(line, reading);
      return;
    }
    const part = this.#partAt(reading);
    const isAtGap = !part || this.#isDone(part);
    if (isAtGap) {
      this.#suggestOptions(reading, part);
    } else {
      this.#suggestValues(reading, part);
    }
  }

  #suggestCommands(line, reading) {
    const found = matching(this.#commands, line.slice(1));
    const isWhole = reading !== null && !reading.command.options.some((one) => one.required);
    const items = found.map((command) => ({
      name: `/${command.title}`,
      description: command.description,
      pick: () => this.#pickCommand(command),
    }));
    const note = this.world.application.online
      ? `No command has “${line.slice(1, 41)}” in its name.`
      : "The bot is not connected, so there may be no commands yet.";
    this.#suggestions.show({
      title: "Commands",
      items,
      active: !isWhole,
      note: items.length === 0 ? note : "",
    });
  }

  #pickCommand(command) {
    this.#isGuided = true;
    const first = command.options.find((option) => option.required);
    this.#write(`/${command.title} ${first ? `${first.name}:` : ""}`);
  }

  /** Whether a part has its value, so that what follows the value begins something new. */
  #isDone(part) {
    const value = this.#doneText(part);
    return value !== null && part.text.length > value.length && /\s/.test(part.text[value.length]);
  }

  /** The beginning of a part's text that is a whole value; null when there is none. */
  #doneText(part) {
    const choices = this.#choicesOf(part.option) ?? [];
    const names = choices.flatMap((choice) => [choice.name, String(choice.value)]);
    const chosen = this.#chosen.get(part.option.name)?.text;
    const whole = [chosen, ...names]
      .filter((name) => name !== undefined && name !== "")
      .sort((one, other) => other.length - one.length)
      .find((name) => part.text.toLowerCase().startsWith(name.toLowerCase()));
    if (whole !== undefined) {
      return whole;
    }
    const isOneWord = this.#choicesOf(part.option) === null && part.option.type !== 3;
    return isOneWord ? (/^\S+/.exec(part.text)?.[0] ?? null) : null;
  }

  #choicesOf(option) {
    return fixedChoices(option, this.world, this.#channel);
  }

  /** Suggests the options that are not given yet. */
  #suggestOptions({ command, parts }, part) {
    const given = new Set(parts.map((one) => one.option.name));
    const begun = part ? part.text.slice(this.#doneText(part).length).trim().toLowerCase() : "";
    const open = command.options.filter(
      (option) => !given.has(option.name) && option.name.startsWith(begun),
    );
    if (open.length === 0) {
      this.#suggestions.close();
      return;
    }
    const [first] = open;
    if (parts.length === 0 && first.required) {
      this.#suggestValues({ command, parts }, this.#emptyPart(first));
      return;
    }
    this.#suggestions.show({
      title: "Options",
      detail: open.some((one) => one.required) ? "" : "Enter sends it as it is",
      items: open.map((option) => ({
        name: option.name,
        description: option.description,
        mark: MARKS[Boolean(option.required)],
        pick: () => this.#addOption(option, begun),
      })),
      active: Boolean(first.required) || begun !== "",
    });
  }

  /** The place where a first value can be typed without its option's name. */
  #emptyPart(option) {
    const end = this.#box.value.length;
    return { option, text: "", start: end, textStart: end, end };
  }

  #addOption(option, begun) {
    const line = this.#box.value.trimEnd();
    const kept = begun === "" ? line : line.slice(0, -begun.length).trimEnd();
    this.#isGuided = true;
    this.#write(`${kept} ${option.name}:`);
  }

  /** Suggests values for the option at the caret. */
  #suggestValues(reading, part) {
    const { option } = part;
    const fixed = this.#choicesOf(option);
    if (fixed !== null) {
      this.#showChoices(part, filtered(fixed, part.text), { isStrict: true });
    } else if (option.autocomplete) {
      this.#showChoices(part, filtered(this.#offered.get(option.name) ?? [], part.text), {
        note: "Looking for choices…",
      });
      this.#askForChoices(reading, part);
    } else {
      this.#suggestions.close();
    }
  }

  #showChoices(part, choices, { isStrict = false, note = "" } = {}) {
    const { option, text } = part;
    const isExact = exactly(choices, text) !== undefined || this.#isChosen(part);
    const isBegun = text.trim() !== "";
    this.#suggestions.show({
      title: option.name,
      detail: option.description,
      items: choices.map((choice) => ({
        name: choice.name,
        pick: () => this.#pickChoice(part, choice),
      })),
      active: !isExact && (this.#isGuided || (isStrict && isBegun)),
      note: choices.length === 0 ? note || "No choice fits what you typed." : "",
    });
  }

  #isChosen(part) {
    return this.#chosen.get(part.option.name)?.text === part.text.trim();
  }

  #askForChoices({ command, parts }, part) {
    const asked = this.#asked;
    this.#timer = setTimeout(async () => {
      const others = parts.filter((one) => one.option !== part.option && one.text.trim() !== "");
      const options = others.map((one) => this.#sent(one, this.#valueOf(one).value ?? one.text.trim()));
      const focused = { ...this.#sent(part, this.#isChosen(part) ? "" : part.text.trim()), focused: true };
      const choices = await this.act.complete(command, [...options, focused]);
      if (asked !== this.#asked) {
        return;
      }
      if (choices !== null) {
        this.#offered.set(part.option.name, choices);
      }
      this.#showChoices(part, choices ?? [], {
        note: choices === null ? "The bot gave no choices; type on." : "",
      });
    }, TYPING_PAUSE);
  }

  #sent({ option }, value) {
    return { name: option.name, type: option.type, value };
  }

  #pickChoice(part, choice) {
    const { option } = part;
    const line = this.#box.value;
    const rest = line.slice(part.end).trim();
    this.#chosen.set(option.name, { text: choice.name, value: choice.value });
    this.#isGuided = true;
    const written = `${line.slice(0, part.start).trimEnd()} ${option.name}:${choice.name} `;
    const after = rest === "" ? "" : `${rest} `;
    const reading = readLine(written + after, this.#commands);
    const given = new Set(reading.parts.map((one) => one.option.name));
    const next = reading.command.options.find((one) => one.required && !given.has(one.name));
    this.#write(written + after + (next ? `${next.name}:` : ""));
  }

  /** What a part stands for: what was chosen, what its text names, or the text itself. */
  #valueOf(part) {
    const { option, text } = part;
    if (this.#isChosen(part)) {
      return { value: this.#chosen.get(option.name).value };
    }
    const offered = exactly(this.#offered.get(option.name) ?? [], text);
    return offered ? { value: offered.value } : valueOf(option, text, this.#choicesOf(option));
  }

  #key(event) {
    if (event.isComposing) {
      return;
    }
    const isOpen = this.#suggestions.isOpen;
    if (event.key === "Enter" && !event.shiftKey) {
      this.#enter();
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && isOpen) {
      this.#suggestions.move(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Tab" && !event.shiftKey && isOpen && this.#suggestions.nearest) {
      this.#suggestions.nearest.pick();
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

  #escape(isOpen) {
    if (isOpen) {
      this.#isShut = true;
      this.#suggestions.close();
    } else {
      this.#clear();
    }
  }

  /** Brings back a line written before, or goes forward again. */
  #recall(step) {
    const to = Math.min(Math.max(this.#recalled + step, 0), this.#written.length);
    if (to !== this.#recalled) {
      this.#write(to === 0 ? "" : this.#written.at(-to));
      this.#recalled = to;
      this.#isShut = true;
      this.#suggestions.close();
    }
  }

  #enter() {
    const line = this.#box.value;
    if (this.#suggestions.active) {
      this.#suggestions.active.pick();
    } else if (line.startsWith("/")) {
      this.#runLine(line);
    } else if (line.trim().length > LONGEST_MESSAGE) {
      const length = line.trim().length;
      this.#say(`A message can have at most ${LONGEST_MESSAGE} characters; this one has ${length}.`);
    } else if (line.trim() !== "" && this.act.say(line.trim())) {
      this.#remember(line);
      this.#clear();
    }
  }

  #remember(line) {
    if (this.#written.at(-1) !== line) {
      this.#written = [...this.#written, line].slice(-REMEMBERED);
    }
  }

  #runLine(line) {
    const reading = readLine(line.trimEnd(), this.#commands);
    if (reading === null) {
      const name = line.slice(1, 41).split(/\s/, 1)[0];
      this.#say(`There is no command /${name}; type / to see those there are.`);
      return;
    }
    const { command } = reading;
    const parts = reading.parts.filter((part) => part.text.trim() !== "");
    const values = parts.map((part) => [part, this.#valueOf(part)]);
    const given = new Set(parts.map((part) => part.option.name));
    const missing = command.options.find((one) => one.required && !given.has(one.name));
    const problem =
      strayProblem(reading) ?? values.map(([, value]) => value.problem).find(Boolean) ?? null;
    if (problem !== null) {
      this.#say(problem);
    } else if (missing) {
      this.#isGuided = true;
      this.#goTo(missing);
      this.#say(`/${command.title} needs ${missing.name}: ${missing.description}`);
    } else {
      this.#remember(line.trimEnd());
      const options = values.map(([part, { value }]) => this.#sent(part, value));
      this.#clear();
      this.act.run(command, options, line.trim());
    }
  }
}
