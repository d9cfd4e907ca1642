/**
 * Forms that the bot asks to fill in (modals), and the question before a message is deleted.
 */

import { element, icon } from "./dom.js";
import { entry } from "./fields.js";

/**
 * Shows a form.
 *
 * @param {object} modal as the bot sent it.
 * @param {import("./components.js").Scene} scene
 * @param {(components: object[]) => Promise<string>} submit sends what was filled in; promises
 *   what went wrong, empty when nothing did.
 */
export function showModal(modal, scene, submit) {
  const entries = modal.components.map((component) => entry(component, scene));
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
    const failure = await submit(entries.map((one) => one.answer()).filter(Boolean));
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

/** Puts a dialog on the page until it is closed; the focus then goes back where it was. */
function open(dialog) {
  const before = document.activeElement;
  dialog.addEventListener("close", () => {
    dialog.remove();
    before?.focus?.({ preventScroll: true });
  });
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * Asks before something is done.
 *
 * @param {{title: string, text: string, yes: string}} words
 * @param {Function} act done when the answer is yes.
 */
export function confirm({ title, text, yes }, act) {
  const no = element("button", { class: "button secondary", type: "button" }, "Cancel");
  const sure = element("button", { class: "button danger", type: "button" }, yes);
  const dialog = element(
    "dialog",
    { class: "modal", "aria-labelledby": "confirm-title" },
    element(
      "div",
      { class: "form" },
      element("header", {}, element("h2", { id: "confirm-title" }, title)),
      element("p", {}, text),
      element("footer", {}, no, sure),
    ),
  );
  no.addEventListener("click", () => dialog.close());
  sure.addEventListener("click", () => {
    dialog.close();
    act();
  });
  open(dialog);
  no.focus();
}
