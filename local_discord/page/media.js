/**
 * Images and files: galleries, thumbnails, attachments, full-size view, preloading.
 */

import { byId, element, icon, webAddress } from "./dom.js";
import { cover } from "./spoiler.js";

/** The largest size of a picture in a desktop window, in CSS pixels. */
const BOX = { width: 550, height: 350 };
const MAX_LOAD = 3000;

/**
 * A gallery of pictures.
 *
 * @param {{media: object, description?: string, spoiler?: boolean}[]} items
 */
export function gallery(items) {
  const shape = items.length === 1 ? "one" : "many";
  return element("div", { class: `gallery gallery-${shape}` }, items.map((item) => picture(item)));
}

/** A picture in a gallery; a press shows it at full size. */
export function picture({ media, description, spoiler }) {
  const image = sizedImage(media, description);
  const button = element(
    "button",
    {
      class: "picture",
      type: "button",
      "aria-label": description ? `Enlarge: ${description}` : "Enlarge the picture",
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
    "This picture can't be shown",
    description ? `: ${description}` : ".",
  );
}

/** A file to download, with its size if known. */
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

/** An attachment outside components: a picture or a file. */
export function attachment(one) {
  const spoiler = one.filename.startsWith("SPOILER_");
  return one.content_type?.startsWith("image/")
    ? gallery([{ media: one, description: one.description ?? one.filename, spoiler }])
    : file({ name: one.filename, url: one.url, size: one.size, spoiler });
}

/**
 * Waits until the pictures in a node are loaded, up to a limit.
 *
 * @param {Element} node not yet on the page.
 */
export async function picturesLoaded(node) {
  const images = [...node.querySelectorAll("img")];
  if (images.some((image) => !image.complete)) {
    const ready = Promise.allSettled(images.map((image) => image.decode()));
    await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, MAX_LOAD))]);
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
