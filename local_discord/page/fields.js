/**
 * The fields of modals, with their values and validation.
 */

import { element } from "./dom.js";
import { formatted } from "./formatted.js";
import { offered } from "./menus.js";

const ROW = 1;
const TEXT_INPUT = 4;
const TEXT = 10;
const LABEL = 18;
const FILE_UPLOAD = 19;
const RADIO_GROUP = 21;
const CHECKBOX_GROUP = 22;
const CHECKBOX = 23;
const PARAGRAPH = 2;
const MAX_CHARACTERS = 4000;
const MAX_FILE_BYTES = 150_000;

/**
 * A field of a modal.
 *
 * @typedef {object} Field
 * @property {Node} node
 * @property {() => object} payload its value in the shape of Discord's modal submit, or a promise.
 * @property {() => string} problem one sentence; empty if the value is valid.
 */

/** An entry of a modal: a label with its field, a legacy row with its input, or text. */
export function entry(component, context) {
  switch (component.type) {
    case LABEL: {
      const inner = field(component.component, context, component.label);
      return {
        node: labelled(component.label, component.description, component.component, inner),
        payload: async () => ({ type: LABEL, id: component.id, component: await inner.payload() }),
        problem: inner.problem,
      };
    }
    case ROW: {
      const [input] = component.components;
      const inner = field(input, context, input.label);
      return {
        node: labelled(input.label, null, input, inner),
        payload: () => ({ type: ROW, id: component.id, components: [inner.payload()] }),
        problem: inner.problem,
      };
    }
    case TEXT:
      return {
        node: element("div", { class: "text" }, formatted(component.content, context.state)),
        payload: () => null,
        problem: () => "",
      };
    default:
      return {
        node: element("p", { class: "quiet" }, "This page can't show a part of this form."),
        payload: () => null,
        problem: () => "",
      };
  }
}

let fields = 0;

function labelled(label, description, component, inner) {
  const isRequired = component.required ?? component.type !== CHECKBOX;
  fields += 1;
  const id = `field-${fields}`;
  const words = [
    label,
    isRequired && component.type !== CHECKBOX
      ? element("span", { class: "required", "aria-hidden": "true" }, " *")
      : null,
  ];
  const isGroup = component.type === RADIO_GROUP || component.type === CHECKBOX_GROUP;
  if (!isGroup) {
    inner.control.id = id;
    inner.control.setAttribute("aria-required", String(isRequired));
  }
  const hint = description
    ? element("p", { class: "quiet", id: `${id}-hint` }, description)
    : null;
  if (hint) {
    inner.control.setAttribute("aria-describedby", hint.id);
  }
  return isGroup
    ? element("fieldset", { class: "field" }, element("legend", {}, words), hint, inner.node)
    : element("div", { class: "field" }, element("label", { for: id }, words), hint, inner.node);
}

function field(component, context, label) {
  switch (component.type) {
    case TEXT_INPUT:
      return textInput(component, label);
    case RADIO_GROUP:
    case CHECKBOX_GROUP:
      return boxes(component, label);
    case CHECKBOX:
      return checkbox(component);
    case FILE_UPLOAD:
      return upload(component, label);
    default:
      return select(component, context, label);
  }
}

/** A field's entry in the shape of Discord's modal submit. */
function submitted({ type, id, custom_id }, entry) {
  return { type, id, custom_id, ...entry };
}

function textInput(component, label) {
  const isParagraph = component.style === PARAGRAPH;
  const most = component.max_length ?? MAX_CHARACTERS;
  const least = component.min_length ?? 0;
  const isRequired = component.required ?? true;
  const control = element(isParagraph ? "textarea" : "input", {
    class: "input",
    type: isParagraph ? null : "text",
    rows: isParagraph ? 4 : null,
    maxlength: most,
    placeholder: component.placeholder,
    data: { customId: component.custom_id },
  });
  control.value = component.value ?? "";
  const counter = element("span", { class: "counter quiet", "aria-hidden": "true" });
  const count = () => {
    counter.textContent = `${control.value.length} / ${most}`;
  };
  control.addEventListener("input", count);
  count();
  return {
    control,
    node: element("div", { class: "input-place" }, control, counter),
    payload: () => submitted(component, { value: control.value }),
    problem: () => {
      const { length } = control.value;
      if (isRequired && length === 0) {
        return `${label} can't be empty.`;
      }
      return length > 0 && length < least ? `${label} needs at least ${least} characters.` : "";
    },
  };
}

function select(component, context, label) {
  const options = offered(component, context);
  const most = component.max_values ?? 1;
  const least = component.min_values ?? 1;
  const isRequired = component.required ?? true;
  const isMultiple = most > 1;
  const blank = element("option", { value: "" }, component.placeholder ?? "Make a selection");
  const control = element(
    "select",
    {
      class: "input",
      multiple: isMultiple,
      size: isMultiple ? Math.min(options.length, 5) : null,
      data: { customId: component.custom_id },
    },
    isMultiple ? null : blank,
    options.map((one) =>
      element(
        "option",
        { value: one.value, selected: Boolean(one.default) },
        one.description ? `${one.label}: ${one.description}` : one.label,
      ),
    ),
  );
  const values = () =>
    [...control.selectedOptions].map((one) => one.value).filter((value) => value !== "");
  return {
    control,
    node: control,
    payload: () => submitted(component, { values: values() }),
    problem: () => countProblem(values().length, { least, most, isRequired, label }),
  };
}

function boxes(component, label) {
  const isRadio = component.type === RADIO_GROUP;
  const isRequired = component.required ?? true;
  const least = isRadio ? 1 : (component.min_values ?? 1);
  const most = isRadio ? 1 : (component.max_values ?? component.options.length);
  const inputs = component.options.map((one) =>
    element("input", {
      type: isRadio ? "radio" : "checkbox",
      name: component.custom_id,
      value: one.value,
      checked: Boolean(one.default),
    }),
  );
  const control = element(
    "div",
    { class: "boxes", data: { customId: component.custom_id } },
    component.options.map((one, at) =>
      element(
        "label",
        { class: "box" },
        inputs[at],
        element("span", {}, one.label),
        one.description ? element("span", { class: "quiet" }, one.description) : null,
      ),
    ),
  );
  const values = () => inputs.filter((one) => one.checked).map((one) => one.value);
  const given = () => (isRadio ? { value: values()[0] ?? null } : { values: values() });
  return {
    control,
    node: control,
    payload: () => submitted(component, given()),
    problem: () => countProblem(values().length, { least, most, isRequired, label }),
  };
}

function countProblem(count, { least, most, isRequired, label }) {
  if (count === 0) {
    return isRequired && least > 0 ? `Choose something for ${label}.` : "";
  }
  if (count < least) {
    return `Choose at least ${least} for ${label}.`;
  }
  return count > most ? `Choose at most ${most} for ${label}.` : "";
}

function checkbox(component) {
  const control = element("input", {
    type: "checkbox",
    checked: Boolean(component.default),
    data: { customId: component.custom_id },
  });
  return {
    control,
    node: control,
    payload: () => submitted(component, { value: control.checked }),
    problem: () => "",
  };
}

function upload(component, label) {
  const most = component.max_values ?? 1;
  const least = component.min_values ?? 1;
  const isRequired = component.required ?? true;
  const control = element("input", {
    class: "input",
    type: "file",
    multiple: most > 1,
    accept: (component.file_types ?? []).map(accepted).join(",") || null,
    data: { customId: component.custom_id },
  });
  const files = () => [...control.files];
  return {
    control,
    node: control,
    payload: async () => submitted(component, { files: await Promise.all(files().map(sent)) }),
    problem: () =>
      files().reduce((sum, file) => sum + file.size, 0) > MAX_FILE_BYTES
        ? "This page sends no more than 150 kB."
        : countProblem(files().length, { least, most, isRequired, label }),
  };
}

/** A file type of Discord's, an extension or a group, as a browser takes it. */
function accepted(type) {
  return type.startsWith(".") ? type : `${type}/*`;
}

/** A file as the page's websocket takes it. */
async function sent(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = bytes.reduce((all, byte) => all + String.fromCharCode(byte), "");
  return { filename: file.name, content: btoa(text) };
}
