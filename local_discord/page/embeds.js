/**
 * Embeds of legacy messages.
 */

import { element, webAddress } from "./dom.js";
import { formatted } from "./formatted.js";
import { picture, thumbnail } from "./media.js";
import { messageTime } from "./times.js";

const ATTACHED = "attachment://";

/** The message's attachment that an embed refers to, if any. */
function attachedTo(message, url) {
  const name = url?.startsWith(ATTACHED) ? url.slice(ATTACHED.length) : null;
  return (message.attachments ?? []).find((one) => one.filename === name || one.url === url);
}

/** The ids of the attachments that a message's embeds show. */
export function embedded(message) {
  const urls = (message.embeds ?? []).flatMap((one) => [one.image?.url, one.thumbnail?.url]);
  return new Set(urls.map((url) => attachedTo(message, url)?.id).filter(Boolean));
}

/** An embed of a message. */
export function embed(one, message, state) {
  const media = (part) => ({
    media: attachedTo(message, part.url) ?? part,
    description: attachedTo(message, part.url)?.description,
  });
  const color = (one.color ?? 0).toString(16).padStart(6, "0");
  const { mentions } = message;
  const title = one.title ? formatted(one.title, state, { mentions, headings: false }) : null;
  const address = one.url ? webAddress(one.url) : null;
  const foot = [one.footer?.text, one.timestamp ? messageTime(one.timestamp) : null];
  return element(
    "div",
    { class: "embed accented", css: one.color ? { "--accent": `#${color}` } : {} },
    element(
      "div",
      { class: "embed-text" },
      one.author ? element("p", { class: "embed-author" }, one.author.name) : null,
      title
        ? element("p", { class: "embed-title" }, address ? outward(address, title) : title)
        : null,
      one.description ? element("div", {}, formatted(one.description, state, { mentions })) : null,
      one.fields?.length
        ? element(
            "dl",
            { class: "embed-fields" },
            one.fields.map((field) => shownField(field, message, state)),
          )
        : null,
    ),
    one.thumbnail?.url ? thumbnail(media(one.thumbnail)) : null,
    one.image?.url ? element("div", { class: "embed-image" }, picture(media(one.image))) : null,
    foot.some(Boolean)
      ? element("p", { class: "embed-foot quiet" }, foot.filter(Boolean).join(" · "))
      : null,
  );
}

function outward(address, children) {
  return element("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, children);
}

function shownField(field, { mentions }, state) {
  return element(
    "div",
    { class: field.inline ? "embed-field inline" : "embed-field" },
    element("dt", {}, formatted(field.name, state, { mentions, headings: false })),
    element("dd", {}, formatted(field.value, state, { mentions })),
  );
}
