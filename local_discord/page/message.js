/**
 * One message as an article: who, when, what, and what can be done with it.
 */

import { components } from "./components.js";
import { element, icon } from "./dom.js";
import { embed, embedded } from "./embeds.js";
import { formatted } from "./formatted.js";
import { attachment } from "./media.js";
import { messageTime } from "./times.js";
import { nameOf } from "./state.js";

const EPHEMERAL = 1 << 6;
const LOADING = 1 << 7;
const COMPONENTS_V2 = 1 << 15;
const COMMAND = 2;
const HUES = 6;

/** Whether only one user sees the message. */
export function isEphemeral(message) {
  return Boolean(message.flags & EPHEMERAL);
}

/** Whether the message still waits for its content. */
export function isLoading(message) {
  return Boolean(message.flags & LOADING);
}

/** Whether the message answers a slash command. */
export function isCommandAnswer(message) {
  return message.interaction_metadata?.type === COMMAND;
}

/**
 * The article of a message.
 *
 * @param {object} message
 * @param {import("./components.js").Scene & {remove: Function}} scene
 */
export function article(message, scene) {
  const { state } = scene;
  const isMine = message.author.id === state.me.id;
  const isBot = message.author.id === state.application.id;
  return element(
    "article",
    {
      class: isEphemeral(message) ? "message ephemeral" : "message",
      tabindex: -1,
      data: { messageId: message.id, testid: "message", author: message.author.id },
      "aria-label": `${nameOf(message.author)}, ${messageTime(message.timestamp)}`,
      "aria-busy": isLoading(message) ? "true" : null,
    },
    isCommandAnswer(message) ? usedLine(message.interaction_metadata, message.author) : null,
    avatar(message.author),
    element(
      "div",
      { class: "message-main" },
      head(message),
      body(message, scene),
      element("p", { class: "failure", role: "alert", hidden: true }),
      isEphemeral(message) ? onlyYou(scene) : null,
    ),
    (isMine || isBot) && !isEphemeral(message) ? removeButton(scene) : null,
  );
}

function usedLine(metadata) {
  return element(
    "p",
    { class: "used" },
    icon("answer"),
    element("strong", {}, nameOf(metadata.user)),
    " used ",
    element("span", { class: "mention" }, `/${metadata.name}`),
  );
}

/** The round sign of a user or the bot. */
export function avatar(user) {
  const hue = Number(BigInt(user.id) % BigInt(HUES));
  return element(
    "span",
    { class: `avatar hue-${user.bot ? "bot" : hue}`, "aria-hidden": "true" },
    nameOf(user).slice(0, 1).toUpperCase(),
  );
}

function head(message) {
  const { author, timestamp } = message;
  return element(
    "header",
    { class: "message-head" },
    element("span", { class: "author" }, nameOf(author)),
    author.bot ? element("span", { class: "badge" }, "APP") : null,
    element("time", { class: "quiet", datetime: timestamp }, messageTime(timestamp)),
  );
}

function body(message, scene) {
  if (isLoading(message)) {
    return element(
      "p",
      { class: "thinking quiet" },
      element("span", { class: "dots", "aria-hidden": "true" }),
      `${nameOf(message.author)} is thinking…`,
    );
  }
  const isNew = Boolean(message.flags & COMPONENTS_V2);
  return element(
    "div",
    { class: "body" },
    isNew ? null : oldBody(message, scene),
    components(message.components, scene),
  );
}

/** Content, files and embeds, which messages with the new components do not have. */
function oldBody(message, { state }) {
  const inEmbeds = embedded(message);
  const isEdited = message.edited_timestamp && message.content;
  return [
    element(
      "div",
      { class: "text" },
      formatted(message.content, state),
      isEdited ? element("span", { class: "edited quiet" }, "(edited)") : null,
    ),
    (message.attachments ?? []).filter((one) => !inEmbeds.has(one.id)).map(attachment),
    (message.embeds ?? []).map((one) => embed(one, message, state)),
  ];
}

/** The line under what nobody else sees, with the button that takes it away. */
export function onlyYou({ remove }) {
  return element(
    "p",
    { class: "only-you quiet" },
    icon("eye"),
    "Only you can see this · ",
    element("button", { class: "text-button", type: "button", on: { click: remove } }, "Dismiss"),
  );
}

function removeButton({ remove }) {
  return element(
    "button",
    {
      class: "icon-button remove",
      type: "button",
      "aria-label": "Delete message",
      title: "Delete message",
      on: { click: remove },
    },
    icon("trash"),
  );
}

/** A message in one breath, for those who hear it: text, then what its pictures show. */
export function spoken(message, node) {
  const said = [...node.querySelectorAll(".text, .thinking, .embed-text")].map((one) =>
    one.textContent.trim(),
  );
  const seen = [...node.querySelectorAll("img[alt]")].map((image) => image.alt);
  return [nameOf(message.author), ...said, ...seen].filter(Boolean).join(". ");
}
