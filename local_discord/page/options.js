/**
 * The values of command options: their choices, and the meaning of typed text.
 */

import { shorten } from "./commands.js";
import {
  CHANNEL_OPTION,
  MENTIONABLE_OPTION,
  ROLE_OPTION,
  USER_OPTION,
} from "./state.js";

const STRING = 3;
const INTEGER = 4;
const BOOLEAN = 5;
const NUMBER = 10;
const MAX_CHARACTERS = 6000;
const MAX_NUMBER = 2 ** 53;

const BOOLEANS = [
  { name: "True", value: true },
  { name: "False", value: false },
];
const BOOLEAN_WORDS = { true: true, yes: true, false: false, no: false };

/** The kind of value an option takes, in words. */
export function kindOf(option) {
  const kind =
    {
      [INTEGER]: "a whole number",
      [BOOLEAN]: "true or false",
      [USER_OPTION]: "a user",
      [CHANNEL_OPTION]: "a channel",
      [ROLE_OPTION]: "a role",
      [MENTIONABLE_OPTION]: "a user or role",
      [NUMBER]: "a number",
    }[option.type] ?? "text";
  const bounds = [
    option.min_value === undefined ? "" : ` from ${option.min_value}`,
    option.max_value === undefined ? "" : ` to ${option.max_value}`,
  ];
  return kind + bounds.join("");
}

/** Whether an option's value may have several words. */
export function takesWords(option) {
  return option.type === STRING;
}

/**
 * An option's fixed choices; null if it takes any value or has autocomplete.
 *
 * @param {object} option
 * @param {import("./state.js").State} state
 * @param {object} channel
 * @returns {{name: string, value: string|number|boolean}[]|null}
 */
export function fixedChoices(option, state, channel) {
  if (option.choices?.length > 0) {
    return option.choices;
  }
  if (option.type === BOOLEAN) {
    return BOOLEANS;
  }
  const refersToState = option.type >= USER_OPTION && option.type <= MENTIONABLE_OPTION;
  return refersToState ? state.choosable(option.type, channel) : null;
}

/** The choices whose name or value contains a text. */
export function filtered(choices, text) {
  const wanted = text.trim().toLowerCase();
  const has = (choice) => [choice.name, choice.value].some((one) => simple(one).includes(wanted));
  return choices.filter(has);
}

/** The choice whose full name or value is the text. */
export function exactMatch(choices, text) {
  const wanted = simple(text.trim());
  return choices.find((one) => simple(one.name) === wanted || simple(one.value) === wanted);
}

function simple(text) {
  return String(text).toLowerCase();
}

/**
 * The value of a typed text.
 *
 * @param {object} option
 * @param {string} text
 * @param {{name: string, value: *}[]|null} choices from `fixedChoices`.
 * @returns {{value: *}|{problem: string}} the value, or one sentence about what is wrong.
 */
export function valueOf(option, text, choices) {
  const given = text.trim();
  if (choices !== null) {
    return valueAmong(option, given, choices);
  }
  switch (option.type) {
    case INTEGER:
    case NUMBER:
      return numberOf(option, given);
    case STRING:
      return textOf(option, given);
    default:
      return { problem: `${option.name} needs a file, which this page can't send.` };
  }
}

function valueAmong(option, given, choices) {
  const mentionedId = /^<[@#][!&]?(\d+)>$/.exec(given)?.[1];
  const bare = given.replace(/^[@#]/, "").toLowerCase();
  const choice =
    exactMatch(choices, mentionedId ?? given) ??
    (option.type === BOOLEAN && bare in BOOLEAN_WORDS
      ? { value: BOOLEAN_WORDS[bare] }
      : choices.find((one) => /^[@#]/.test(one.name) && simple(one.name).slice(1) === bare));
  if (choice) {
    return { value: choice.value };
  }
  const names = choices.slice(0, 6).map((one) => one.name);
  const listed = names.join(", ") + (choices.length > names.length ? ", …" : "");
  return { problem: `${option.name} can't be “${shorten(given)}”; choose one of: ${listed}.` };
}

function numberOf(option, given) {
  const isWhole = option.type === INTEGER;
  const pattern = isWhole ? /^[+-]?\d+$/ : /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
  const number = Number(given);
  if (!pattern.test(given) || !Number.isFinite(number)) {
    const example = isWhole ? "42" : "2.5";
    const kind = isWhole ? "a whole number" : "a number";
    return { problem: `${option.name} must be ${kind}, such as ${example}.` };
  }
  if (Math.abs(number) > MAX_NUMBER) {
    return { problem: `${option.name} must be between -2^53 and 2^53.` };
  }
  if (option.min_value !== undefined && number < option.min_value) {
    return { problem: `${option.name} must be at least ${option.min_value}.` };
  }
  if (option.max_value !== undefined && number > option.max_value) {
    return { problem: `${option.name} must be at most ${option.max_value}.` };
  }
  return { value: number };
}

function textOf(option, given) {
  const least = option.min_length ?? 0;
  const most = option.max_length ?? MAX_CHARACTERS;
  if (given.length < least) {
    return { problem: `${option.name} needs at least ${least} characters.` };
  }
  if (given.length > most) {
    return { problem: `${option.name} can have at most ${most} characters.` };
  }
  return { value: given };
}
