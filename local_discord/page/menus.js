/**
 * Select menus of messages.
 */

import { element, fill, icon } from "./dom.js";
import { emojiNode } from "./emoji.js";
import {
  CHANNEL_OPTION,
  MENTIONABLE_OPTION,
  ROLE_OPTION,
  USER_OPTION,
} from "./state.js";

/** The option type that corresponds to each select type. */
const CHOOSES = { 5: USER_OPTION, 6: ROLE_OPTION, 7: MENTIONABLE_OPTION, 8: CHANNEL_OPTION };
const PLACEHOLDERS = {
  3: "Make a selection",
  5: "Choose a user",
  6: "Choose a role",
  7: "Choose a user or role",
  8: "Choose a channel",
};

/** The options of a menu in a message or a modal. */
export function offered(component, context) {
  const kind = CHOOSES[component.type];
  if (kind === undefined) {
    return component.options ?? [];
  }
  const preset = new Set((component.default_values ?? []).map((one) => one.id));
  return context.state
    .choosable(kind, context.channel)
    .map(({ name, value }) => ({ label: name, value, default: preset.has(value) }));
}

let menus = 0;

/**
 * A menu that opens a list to choose from.
 *
 * @param {object} component
 * @param {import("./components.js").Context} context
 */
export function menu(component, context) {
  const most = component.max_values ?? 1;
  const least = component.min_values ?? 1;
  const options = offered(component, context);
  const before = options.filter((option) => option.default).map((option) => option.value);
  const chosen = new Set(before);
  menus += 1;

  const shown = element("span", { class: "menu-shown" });
  const trigger = element(
    "button",
    {
      class: "menu",
      type: "button",
      disabled: Boolean(component.disabled),
      data: { customId: component.custom_id },
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      "aria-controls": `menu-${menus}`,
    },
    shown,
    icon("down"),
  );
  const items = options.map((option) => optionNode(option));
  const list = element(
    "div",
    {
      class: "menu-list",
      id: `menu-${menus}`,
      popover: "auto",
      role: "listbox",
      tabindex: -1,
      "aria-label": component.placeholder ?? PLACEHOLDERS[component.type],
      "aria-multiselectable": most > 1 ? "true" : null,
    },
    items,
    options.length === 0 ? element("p", { class: "quiet" }, "There are no options.") : null,
  );

  const showChosen = () => {
    const labels = options.filter((one) => chosen.has(one.value)).map((one) => one.label);
    const placeholder = component.placeholder ?? PLACEHOLDERS[component.type];
    fill(shown, labels.length > 0 ? labels.join(", ") : placeholder);
    shown.classList.toggle("placeholder", labels.length === 0);
    items.forEach((item, at) =>
      item.setAttribute("aria-selected", String(chosen.has(options[at].value))),
    );
  };
  const send = () => context.use(component, trigger, [...chosen]);
  const choose = (value) => {
    if (most === 1) {
      chosen.clear();
      chosen.add(value);
      showChosen();
      before.splice(0, before.length, value);
      list.hidePopover();
      send();
    } else if (chosen.has(value)) {
      chosen.delete(value);
      showChosen();
    } else if (chosen.size < most) {
      chosen.add(value);
      showChosen();
    }
  };

  items.forEach((item, at) => item.addEventListener("click", () => choose(options[at].value)));
  let wasOpen = false;
  trigger.addEventListener("pointerdown", () => {
    wasOpen = list.matches(":popover-open");
  });
  trigger.addEventListener("click", (event) => {
    const justClosed = event.detail > 0 && wasOpen;
    if (!justClosed && !list.matches(":popover-open")) {
      list.showPopover();
      place(list, trigger);
      trigger.setAttribute("aria-expanded", "true");
      (items.find((item) => item.getAttribute("aria-selected") === "true") ?? items[0])?.focus();
    }
  });
  list.addEventListener("toggle", (event) => {
    if (event.newState === "open") {
      return;
    }
    trigger.setAttribute("aria-expanded", "false");
    const isChanged = chosen.size !== before.length || before.some((value) => !chosen.has(value));
    if (isChanged && chosen.size >= least) {
      before.splice(0, before.length, ...chosen);
      send();
    } else if (isChanged) {
      chosen.clear();
      before.forEach((value) => chosen.add(value));
      showChosen();
    }
  });
  list.addEventListener("keydown", (event) => moveFocus(event, items, list, trigger));
  showChosen();
  return element("div", { class: "menu-place" }, trigger, list);
}

function optionNode(option) {
  return element(
    "div",
    { class: "menu-option", role: "option", tabindex: -1, "aria-selected": "false" },
    option.emoji ? element("span", { class: "emoji" }, emojiNode(option.emoji)) : null,
    element(
      "span",
      { class: "menu-words" },
      element("span", {}, option.label),
      option.description ? element("span", { class: "quiet" }, option.description) : null,
    ),
    element("span", { class: "tick", "aria-hidden": "true" }, "✓"),
  );
}

/** Places an open list below its trigger, or above if there is more room. */
function place(list, trigger) {
  const around = trigger.getBoundingClientRect();
  const below = window.innerHeight - around.bottom - 12;
  const above = around.top - 12;
  const isAbove = below < Math.min(list.scrollHeight, 240) && above > below;
  list.style.width = `${around.width}px`;
  list.style.left = `${around.left}px`;
  list.style.maxHeight = `${Math.min(360, isAbove ? above : below)}px`;
  list.style.top = isAbove ? "auto" : `${around.bottom + 4}px`;
  list.style.bottom = isAbove ? `${window.innerHeight - around.top + 4}px` : "auto";
}

function moveFocus(event, items, list, trigger) {
  const at = items.indexOf(document.activeElement);
  const to = {
    ArrowDown: Math.min(at + 1, items.length - 1),
    ArrowUp: Math.max(at - 1, 0),
    Home: 0,
    End: items.length - 1,
  }[event.key];
  if (to !== undefined) {
    items[to]?.focus();
  } else if (event.key === "Enter" || event.key === " ") {
    items[at]?.click();
    if (!list.matches(":popover-open")) {
      trigger.focus();
    }
  } else if (event.key === "Escape" || event.key === "Tab") {
    list.hidePopover();
    trigger.focus();
    if (event.key === "Tab") {
      return;
    }
  } else if (event.key.length === 1) {
    const letter = event.key.toLowerCase();
    const after = [...items.slice(at + 1), ...items.slice(0, at + 1)];
    after.find((item) => item.textContent.trim().toLowerCase().startsWith(letter))?.focus();
    return;
  } else {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}
