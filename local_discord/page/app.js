/**
 * The chat page: connects the websocket, the channels, the messages and the message box.
 */

import { Activity } from "./activity.js";
import { readAddress, writeAddress } from "./address.js";
import { Channels, Drawer } from "./channels.js";
import { entryPointOf, menuOf, MESSAGE, USER } from "./commands.js";
import { Composer } from "./composer.js";
import { byId, element, fill, icon } from "./dom.js";
import { MessageList, welcome } from "./messages.js";
import { isEphemeral } from "./message.js";
import { confirm, showMenu, showModal } from "./modal.js";
import { Connection } from "./socket.js";
import { updateRelativeTimes } from "./times.js";
import { nameOf, State } from "./state.js";

const state = new State();
let channel = null;

const drawer = new Drawer();
const channels = new Channels(state, (id) => {
  openChannel(state.channel(id));
  drawer.close();
});
const messages = new MessageList(contextOf, announce);
const composer = new Composer(state, { say, run, complete });
const activity = new Activity(state, {
  ask: (cmd, args) => connection.ask({ op: "rpc", cmd, args }),
  left: () => {
    connection.send({ op: "leave" });
    focusComposer();
  },
  say: (text) => messages.note(text),
});
const address = new URL("page/ws", location.href);
address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
address.hash = "";
const connection = new Connection(address.href, { opened, lost, frame });

/** Announces a text to screen readers. */
function announce(text) {
  byId("announcer").textContent = text;
}

function showConnection(text) {
  byId("connection").textContent = text;
  byId("connection").hidden = text === "";
}

/** Shows what there is to wait for until the bot is connected. */
function showApplication() {
  const { name, online } = state.application;
  showConnection(online ? "" : `Waiting for ${name} to connect…`);
  channels.show();
}

function opened() {
  const { user } = readAddress();
  hello(state.me?.id ?? (/^\d+$/.test(user ?? "") ? user : null));
}

function hello(user) {
  connection.send({ op: "hello", user });
}

function lost() {
  showConnection(state.me === null ? "Connecting…" : "Connection lost. Reconnecting…");
}

function frame(data) {
  switch (data.op) {
    case "ready":
      ready(data);
      break;
    case "commands":
      state.commands = data.commands;
      composer.refresh();
      showLauncher();
      break;
    case "guilds":
      state.guilds = data.guilds;
      channels.show();
      if (channel !== null) {
        channel = state.channel(channel.id) ?? channel;
        composer.open(channel);
      }
      break;
    case "application":
      state.application = { ...state.application, online: data.online };
      showApplication();
      composer.refresh();
      break;
    case "messages":
      ifOpen(data, () => messages.show(data.messages));
      break;
    case "message_create":
      channels.markUnread(data.channel);
      ifOpen(data, () => messages.add(data.message));
      break;
    case "message_update":
      ifOpen(data, () => messages.change(data.message));
      break;
    case "message_delete":
      ifOpen(data, () => messages.remove(data.id));
      break;
    case "activity":
      activity.open(data.instance, data.sandboxed);
      break;
    case "participants":
      activity.tell(data);
      break;
    case "error":
      onError(data.error);
      break;
  }
}

function ifOpen(data, act) {
  if (channel?.id === data.channel) {
    act();
  }
}

/** Shows an error; before `ready`, it means that the URL names an unknown user. */
function onError(error) {
  if (state.me === null) {
    hello(null);
  } else {
    messages.note(error);
  }
}

function ready(data) {
  const isFirst = state.me === null;
  const previous = state.me?.id;
  state.become(data);
  const wanted = readAddress();
  const named = isFirst && wanted.user ? state.user(wanted.user) : undefined;
  if (named && named.id !== state.me.id) {
    hello(named.id);
    return;
  }
  showApplication();
  showUsers();
  if (previous !== undefined && previous !== state.me.id) {
    activity.close();
  } else if (activity.shown !== null) {
    connection.send({ op: "rejoin", instance: activity.shown });
  }
  if (previous !== state.me.id) {
    channels.clearUnread();
    messages.clear();
  }
  const isDirect = channel?.guild === null;
  const direct = isDirect ? state.channels.find((one) => one.guild === null) : null;
  openChannel(state.channel(wanted.channel) ?? direct ?? state.channels[0], { isSame: !isFirst });
  if (isFirst) {
    focusComposer();
  }
}

/** Focuses the message box, unless that would bring up a keyboard. */
function focusComposer() {
  if (!window.matchMedia("(pointer: coarse)").matches) {
    composer.focus();
  }
}

function showUsers() {
  const select = byId("user");
  fill(
    select,
    state.users.map((one) => element("option", { value: one.id }, nameOf(one))),
  );
  select.value = state.me.id;
}

function openChannel(next, { isSame = false } = {}) {
  if (!isSame || next.id !== channel?.id) {
    messages.clear();
  }
  channel = next;
  writeAddress(state.me.id, channel.id);
  const isDirect = channel.guild === null;
  const title = `${isDirect ? "@" : "#"}${channel.name}`;
  byId("channel-name").textContent = title;
  byId("channel-place").textContent = isDirect ? "Direct messages" : channel.guildName;
  document.title = `${title} · ${nameOf(state.me)} · local Discord`;
  welcome(channel, state);
  channels.open(channel.id);
  composer.open(channel);
  showLauncher();
  connection.send({ op: "open", channel: channel.id });
}

function say(content) {
  const isSent = connection.send({ op: "say", channel: channel.id, content });
  messages.toEnd();
  return isSent;
}

async function run(command, options, line) {
  const waiting = messages.note(`Sending /${command.title}…`, { isWaiting: true });
  messages.toEnd();
  const origin = channel;
  const reply = await connection.ask({
    op: "command",
    channel: origin.id,
    command: command.name,
    path: command.path,
    options,
  });
  waiting.remove();
  handleReply(reply, origin, (error) => messages.note(error, { about: line }));
}

async function complete(command, options) {
  const reply = await connection.ask({
    op: "autocomplete",
    channel: channel.id,
    command: command.name,
    path: command.path,
    options,
  });
  return reply.op === "choices" ? reply.choices : null;
}

/** Opens the modal a reply asks for, or reports its error. */
function handleReply(reply, origin, fail) {
  if (reply.op === "failed") {
    fail(reply.error);
    announce(reply.error);
  } else if (reply.op === "modal") {
    showModal(reply.modal, { state, channel: origin }, (filled) =>
      submit(reply.modal, origin, filled),
    );
  } else if (reply.op === "activity") {
    activity.open(reply.instance, reply.sandboxed);
  }
}

async function submit(modal, origin, filled) {
  const reply = await connection.ask({
    op: "modal",
    channel: origin.id,
    custom_id: modal.custom_id,
    components: filled,
  });
  if (reply.op === "failed") {
    return reply.error;
  }
  handleReply(reply, origin, () => {});
  return "";
}

/** Shows the button that launches the Activity, if there is one here. */
function showLauncher() {
  const found = entryPointOf(state.commands, channel, state.locale);
  byId("launch").hidden = found === undefined;
  byId("launch").setAttribute("aria-label", `Launch ${state.application.name}: ${found?.label}`);
}

async function launch() {
  const origin = channel;
  const reply = await connection.ask({ op: "launch", channel: origin.id });
  handleReply(reply, origin, (error) => messages.note(error));
}

/** The context of a message's components. */
function contextOf(message) {
  const origin = channel;
  return {
    state,
    channel: origin,
    message,
    use: (component, node, values) => use(message, origin, component, node, values),
    openMenu: () => openMenu(message, origin),
    remove: () => remove(message, origin),
  };
}

async function use(message, origin, component, node, values) {
  const finish = messages.wait(message.id, node);
  const reply = await connection.ask({
    op: "component",
    channel: origin.id,
    message: message.id,
    custom_id: component.custom_id,
    component_type: component.type,
    values,
  });
  finish();
  handleReply(reply, origin, (error) => messages.fail(message.id, error));
}

/** Offers the apps' commands for a message and for whoever wrote it. */
function openMenu(message, origin) {
  const items = (kind, target) =>
    menuOf(state.commands, kind, origin, state.locale).map(({ name, label }) => ({
      label,
      act: () => useMenu(name, target, message, origin),
    }));
  showMenu([
    { title: "This message", items: items(MESSAGE, { message: message.id }) },
    { title: nameOf(message.author), items: items(USER, { user: message.author.id }) },
  ]);
}

async function useMenu(command, target, message, origin) {
  messages.toEnd();
  const reply = await connection.ask({ op: "menu", channel: origin.id, command, ...target });
  handleReply(reply, origin, (error) => messages.fail(message.id, error));
}

function remove(message, origin) {
  const act = () => connection.send({ op: "delete", channel: origin.id, message: message.id });
  if (isEphemeral(message)) {
    act();
  } else {
    confirm(
      { title: "Delete message", text: "It will be deleted for everyone.", yes: "Delete" },
      act,
    );
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-message]");
  if (!link) {
    return;
  }
  event.preventDefault();
  const next = state.channel(link.dataset.channel);
  if (next && next.id !== channel?.id) {
    openChannel(next);
  }
  messages.jumpTo(link.dataset.message);
});

byId("launch").append(icon("rocket"));
byId("launch").addEventListener("click", launch);
byId("user").addEventListener("change", (event) => hello(event.target.value));
window.addEventListener("hashchange", () => {
  const wanted = readAddress();
  const user = state.user(wanted.user);
  const next = state.channel(wanted.channel);
  if (next && next.id !== channel?.id) {
    openChannel(next);
  }
  if (user && user.id !== state.me?.id) {
    hello(user.id);
  }
});
showConnection("Connecting…");
updateRelativeTimes();
connection.start();
