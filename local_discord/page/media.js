/**
 * Pictures and files: galleries, thumbnails, attachments, a picture large, and loading new pictures
 * before they are shown.
 */

import { byId, element, icon, webAddress } from "./dom.js";
import { cover } from "./spoiler.js";

/** The box that a desktop window shows a picture in, in CSS pixels. */
const BOX = { width: 550, height: 350 };
const LONGEST_LOAD = 3000;

/**
 * A gallery of pictures.
 *
 * @param {{media: object, description?: string, spoiler?: boolean}[]} items
 */
export function gallery(items) {
  const shape = items.length === 1 ? "one" : "many";
  return element("div", { class: `gallery gallery-${shape}` }, items.map((item) => picture(item)));
}

/** A picture at the size it has in a gallery; pressing it shows it large. */
export function picture({ media, description, spoiler }) {
  const image = sizedImage(media, description);
  const button = element(
    "button",
    {
      class: "picture",
      type: "button",
      "aria-label": description ? `Show large: ${description}` : "Show the picture large",
      on: { click: () => showLarge(media.url, description) },
    },
    image,
  );
  image.addEventListener("error", () => button.replaceWith(missing(description)), { once: true });
  return spoiler ? cover(button) : button;
}

/** The small picture beside a section's text. */
export function thumbnail({ media, description, spoiler }) {
  const shown = picture({ media, description, spoiler });
  shown.classList.add("thumbnail");
  return shown;
}

function sizedImage(media, description) {
  const { width, height } = media;
  const isSized = width > 0 && height > 0;
  const scale = isSized ? Math.min(1, BOX.width / width, BOX.height / height) : 1;
  return element("img", {
    src: webAddress(media.url) ?? "",
    alt: description ?? "",
    width: isSized ? width : null,
    height: isSized ? height : null,
    draggable: "false",
    css: isSized ? { "--boxed": `${Math.round(width * scale)}px`, "--natural": `${width}px` } : {},
  });
}

function missing(description) {
  return element(
    "p",
    { class: "missing-picture" },
    "A picture that can't be shown here",
    description ? `: ${description}` : ".",
  );
}

/** A file to save, with its size where it is known. */
export function file({ name, url, size, spoiler }) {
  const address = webAddress(url);
  const row = element(
    "p",
    { class: "file" },
    icon("file"),
    address ? element("a", { href: address, download: name }, name) : name,
    size === undefined ? null : element("span", { class: "quiet" }, bytes(size)),
  );
  return spoiler ? cover(row) : row;
}

function bytes(size) {
  if (size < 1024) {
    return `${size} bytes`;
  }
  const inKilobytes = size / 1024;
  return inKilobytes < 1024
    ? `${inKilobytes.toFixed(1)} KB`
    : `${(inKilobytes / 1024).toFixed(1)} MB`;
}

/** An attachment shown by itself: as a picture when it is one, else as a file. */
export function attachment(one) {
  const spoiler = one.filename.startsWith("SPOILER_");
  return one.content_type?.startsWith("image/")
    ? gallery([{ media: one, description: one.description ?? one.filename, spoiler }])
    : file({ name: one.filename, url: one.url, size: one.size, spoiler });
}

/**
 * Waits until the pictures in a node can be shown without a gap, but not for ever.
 *
 * @param {Element} node not yet on the page.
 */
export async function picturesLoaded(node) {
  const images = [...node.querySelectorAll("img")];
  if (images.some((image) => !image.complete)) {
    const ready = Promise.allSettled(images.map((image) => image.decode()));
    await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, LONGEST_LOAD))]);
  }
}

function showLarge(url, description) {
  const close = element(
    "button",
    { class: "icon-button large-close", type: "button", "aria-label": "Close the picture" },
    icon("close"),
  );
  const dialog = element(
    "dialog",
    { class: "large", "aria-label": "Picture" },
    close,
    element("img", { src: webAddress(url) ?? "", alt: description ?? "" }),
    description ? element("p", { class: "large-caption" }, description) : null,
  );
  dialog.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  byId("log").after(dialog);
  dialog.showModal();
}
