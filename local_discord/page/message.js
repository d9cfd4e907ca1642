/**
 * A message as an article element.
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

/** Why an answer is ephemeral although the app did not ask for that, by Discord's number. */
const HIDDEN_BECAUSE = {
  4: "This channel is in slow mode",
  5: "You are being rate limited",
  6: "You can't message this user",
  7: "You don't meet this server's verification level",
  10: "You can't send messages here",
  11: "You can't attach files here",
  12: "You can't embed links here",
  14: "AutoMod blocked this",
  16: "You can't use commands here",
  18: "You can't use external apps here",
};

/** Whether only one user sees the message. */
export function isEphemeral(message) {
  return Boolean(message.flags & EPHEMERAL);
}

/** Whether the message is a deferred response without content yet. */
function isLoading(message) {
  return Boolean(message.flags & LOADING);
}

/** Whether the message is a response to a slash command. */
export function isCommandResponse(message) {
  return message.interaction_metadata?.type === COMMAND;
}

/**
 * The article of a message.
 *
 * @param {object} message
 * @param {import("./components.js").Context & {openMenu: Function, remove: Function}} context
 */
export function article(message, context) {
  const { state } = context;
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
    isCommandResponse(message) ? usedLine(message.interaction_metadata, message.author) : null,
    avatar(message.author),
    element(
      "div",
      { class: "message-main" },
      head(message),
      body(message, context),
      element("p", { class: "failure", role: "alert", hidden: true }),
      isEphemeral(message) ? onlyYou(context, message.interaction_metadata) : null,
    ),
    isEphemeral(message) ? null : tools(context, isMine || isBot),
  );
}

function usedLine(metadata) {
  return element(
    "p",
    { class: "used" },
    icon("reply"),
    element("strong", {}, nameOf(metadata.user)),
    " used ",
    element("span", { class: "mention" }, isFromMenu(metadata) ? metadata.name : `/${metadata.name}`),
  );
}

/** Whether a command was used from the context menu of a message or a user. */
function isFromMenu(metadata) {
  return Boolean(metadata.target_message_id ?? metadata.target_user);
}

/** The avatar of a user or the bot. */
function avatar(user) {
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

function body(message, context) {
  if (isLoading(message)) {
    return element(
      "p",
      { class: "thinking quiet" },
      element("span", { class: "dots", "aria-hidden": "true" }),
      `${nameOf(message.author)} is thinking…`,
    );
  }
  const isV2 = Boolean(message.flags & COMPONENTS_V2);
  return element(
    "div",
    { class: "body" },
    isV2 ? null : legacyBody(message, context),
    components(message.components, context),
  );
}

/** Content, files and embeds, which V2 messages don't have. */
function legacyBody(message, { state }) {
  const inEmbeds = embedded(message);
  const isEdited = message.edited_timestamp && message.content;
  return [
    element(
      "div",
      { class: "text" },
      formatted(message.content, state, { mentions: message.mentions }),
      isEdited ? element("span", { class: "edited quiet" }, "(edited)") : null,
    ),
    (message.attachments ?? []).filter((one) => !inEmbeds.has(one.id)).map(attachment),
    (message.embeds ?? []).map((one) => embed(one, message, state)),
  ];
}

/**
 * The line below ephemeral messages, with a button to dismiss them.
 *
 * @param {{remove: Function}} context
 * @param {object} [metadata] the message's, which may say why nobody else sees it
 */
export function onlyYou({ remove }, metadata) {
  const reason = HIDDEN_BECAUSE[metadata?.ephemerality_reason];
  return element(
    "p",
    { class: "only-you quiet" },
    icon("eye"),
    reason ? `${reason}, so only you can see this · ` : "Only you can see this · ",
    element("button", { class: "text-button", type: "button", on: { click: remove } }, "Dismiss"),
  );
}

/** The buttons that appear over a message: its context menu, and to delete it. */
function tools({ openMenu, remove }, isRemovable) {
  return element(
    "div",
    { class: "tools" },
    element(
      "button",
      {
        class: "icon-button",
        type: "button",
        "aria-label": "Apps",
        title: "Apps",
        on: { click: openMenu },
      },
      icon("apps"),
    ),
    isRemovable ? removeButton(remove) : null,
  );
}

function removeButton(remove) {
  return element(
    "button",
    {
      class: "icon-button",
      type: "button",
      "aria-label": "Delete message",
      title: "Delete message",
      on: { click: remove },
    },
    icon("trash"),
  );
}

/** A message's text and alt texts, for screen readers. */
export function spokenText(message, node) {
  const said = [...node.querySelectorAll(".text, .thinking, .embed-text")].map((one) =>
    one.textContent.trim(),
  );
  const seen = [...node.querySelectorAll("img[alt]")].map((image) => image.alt);
  return [nameOf(message.author), ...said, ...seen].filter(Boolean).join(". ");
}
