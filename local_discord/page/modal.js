/**
 * Modals, the context menu, and the confirmation before a message is deleted.
 */

import { element, icon } from "./dom.js";
import { entry } from "./fields.js";

/**
 * Shows a modal.
 *
 * @param {object} modal from the bot.
 * @param {import("./components.js").Context} context
 * @param {(components: object[]) => Promise<string>} submit sends the entries; resolves to an
 *   error, or an empty string.
 */
export function showModal(modal, context, submit) {
  const entries = modal.components.map((component) => entry(component, context));
  const problem = element("p", { class: "problem", role: "alert", hidden: true });
  const send = element("button", { class: "button primary", type: "submit" }, "Submit");
  const cancel = element("button", { class: "button secondary", type: "button" }, "Cancel");
  const close = element(
    "button",
    { class: "icon-button", type: "button", "aria-label": "Close the form" },
    icon("close"),
  );
  const form = element(
    "form",
    { class: "form", novalidate: true, autocomplete: "off" },
    element("header", {}, element("h2", { id: "form-title" }, modal.title), close),
    element("div", { class: "form-fields" }, entries.map((one) => one.node)),
    problem,
    element("footer", {}, cancel, send),
  );
  const dialog = element("dialog", { class: "modal", "aria-labelledby": "form-title" }, form);
  const say = (text) => {
    problem.textContent = text;
    problem.hidden = text === "";
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const wrong = entries.map((one) => one.problem()).find((text) => text !== "") ?? "";
    say(wrong);
    if (wrong !== "") {
      return;
    }
    send.disabled = true;
    const given = await Promise.all(entries.map((one) => one.payload()));
    const failure = await submit(given.filter(Boolean));
    send.disabled = false;
    if (failure === "") {
      dialog.close();
    } else {
      say(failure);
    }
  });
  cancel.addEventListener("click", () => dialog.close());
  close.addEventListener("click", () => dialog.close());
  open(dialog);
  form.querySelector("input, textarea, select")?.focus();
}

/** Opens a dialog; when it closes, the focus returns to where it was. */
function open(dialog) {
  const before = document.activeElement;
  dialog.addEventListener("close", () => {
    dialog.remove();
    before?.focus?.({ preventScroll: true });
  });
  document.body.append(dialog);
  dialog.showModal();
}

/** A dialog with a title, which names it. */
function titled(title, ...content) {
  return element(
    "dialog",
    { class: "modal", "aria-labelledby": "dialog-title" },
    element(
      "div",
      { class: "form" },
      element("header", {}, element("h2", { id: "dialog-title" }, title)),
      content,
    ),
  );
}

/**
 * Shows the commands of a context menu.
 *
 * @param {{title: string, items: {label: string, act: Function}[]}[]} groups those without items
 *   are left out.
 */
export function showMenu(groups) {
  const close = element("button", { class: "button secondary", type: "button" }, "Cancel");
  const shown = groups.filter((group) => group.items.length > 0);
  const choose = (item) => {
    dialog.close();
    item.act();
  };
  const list = (group) => [
    element("p", { class: "quiet" }, group.title),
    group.items.map((item) =>
      element(
        "button",
        { class: "button secondary", type: "button", on: { click: () => choose(item) } },
        item.label,
      ),
    ),
  ];
  const dialog = titled(
    "Apps",
    shown.length > 0 ? shown.map(list) : element("p", {}, "No app has a command for this."),
    element("footer", {}, close),
  );
  close.addEventListener("click", () => dialog.close());
  open(dialog);
  dialog.querySelector("button").focus();
}

/**
 * Asks for confirmation.
 *
 * @param {{title: string, text: string, yes: string}} question
 * @param {Function} act called after confirmation.
 */
export function confirm({ title, text, yes }, act) {
  const no = element("button", { class: "button secondary", type: "button" }, "Cancel");
  const sure = element("button", { class: "button danger", type: "button" }, yes);
  const dialog = titled(title, element("p", {}, text), element("footer", {}, no, sure));
  no.addEventListener("click", () => dialog.close());
  sure.addEventListener("click", () => {
    dialog.close();
    act();
  });
  open(dialog);
  no.focus();
}
