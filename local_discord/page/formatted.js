/**
 * Renders text with Discord's markdown, from the tree of `markdown.js`.
 *
 * A client is sent the users that a message may mention and no others. A mention of anybody else
 * has no name unless the client happens to know them (discord/discord-api-docs#1479), and on
 * Android not even then (#2126). The page never knows them, so that whoever reads it there reads
 * what the least fortunate do.
 */

import { element, webAddress } from "./dom.js";
import { emojiNode } from "./emoji.js";
import { parse } from "./markdown.js";
import { nameOf } from "./state.js";
import { timestamp } from "./times.js";

/**
 * Renders a text.
 *
 * @param {string} text
 * @param {import("./state.js").State} state for the names of channels, and for whose page it is.
 * @param {{mentions?: object[], headings?: boolean}} options the users that the message mentions;
 *   for `headings` see `parse`.
 * @returns {Node[]}
 */
export function formatted(text, state, { mentions = [], ...allow } = {}) {
  return parse(text ?? "", allow).map((node) => show(node, { state, mentions }));
}

const TAGS = {
  paragraph: "p",
  bold: "strong",
  italic: "em",
  underline: "u",
  strike: "s",
  quote: "blockquote",
  item: "li",
};

function show(node, context) {
  const { state } = context;
  if (typeof node === "string") {
    return document.createTextNode(node);
  }
  const children = (node.children ?? []).map((child) => show(child, context));
  switch (node.kind) {
    case "heading":
      return element(`h${node.level + 1}`, { class: `heading heading-${node.level}` }, children);
    case "subtext":
      return element("p", { class: "subtext" }, children);
    case "list":
      return node.start === null
        ? element("ul", {}, children)
        : element("ol", { start: node.start }, children);
    case "code":
      return element("code", {}, node.text);
    case "codeblock":
      return element(
        "pre",
        { "data-language": node.language || null },
        element("code", {}, node.text),
      );
    case "spoiler":
      return spoiler(children);
    case "link":
      return link(node.url, children, state);
    case "user":
      return user(node.id, context);
    case "channel":
      return mention(`#${state.channel(node.id)?.name ?? "unknown"}`);
    case "role":
      return mention(state.guilds.some((one) => one.id === node.id) ? "@everyone" : "@role");
    case "everyone":
      return mention(`@${node.name}`, true);
    case "command":
      return mention(`/${node.name}`);
    case "emoji":
      return emojiNode(node);
    case "moment":
      return timestamp(node.seconds, node.style);
    default:
      return element(TAGS[node.kind], {}, children);
  }
}

function user(id, { state, mentions }) {
  const known = mentions.find((one) => one.id === id);
  return mention(known ? `@${nameOf(known)}` : "@unknown-user", Boolean(known) && id === state.me?.id);
}

function mention(text, isMine = false) {
  return element("span", { class: isMine ? "mention mine" : "mention" }, text);
}

const MESSAGE_LINK = /^https:\/\/discord\.com\/channels\/(?:@me|\d+)\/(\d+)\/(\d+)$/;

function link(url, children, state) {
  const address = webAddress(url);
  const [, channel, message] = MESSAGE_LINK.exec(url) ?? [];
  if (channel && state.channel(channel)) {
    // The page follows it itself: see `app.js`.
    return element("a", { href: address, data: { channel, message } }, children);
  }
  return address
    ? element("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, children)
    : element("span", {}, children);
}

function spoiler(children) {
  const content = element("span", { class: "spoiler-text", inert: true }, children);
  const cover = element(
    "span",
    { class: "spoiler", role: "button", tabindex: 0, "aria-label": "Spoiler, press to reveal" },
    content,
  );
  const reveal = () => {
    cover.classList.add("shown");
    content.inert = false;
    for (const name of ["role", "tabindex", "aria-label"]) {
      cover.removeAttribute(name);
    }
  };
  cover.addEventListener("click", reveal, { once: true });
  cover.addEventListener("keydown", (event) => {
    if (!cover.classList.contains("shown") && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      reveal();
    }
  });
  return cover;
}
