/**
 * What this window knows: who is who, which channels and commands there are.
 */

export const USER_OPTION = 6;
export const CHANNEL_OPTION = 7;
export const ROLE_OPTION = 8;
export const MENTIONABLE_OPTION = 9;

/** A user's name as shown. */
export function nameOf(user) {
  return user?.global_name || user?.username || "somebody";
}

/** People, servers, channels, and the application with its commands, as last told. */
export class State {
  me = null;
  locale = "en-US";
  users = [];
  guilds = [];
  dms = [];
  application = { id: "0", name: "The bot", online: false };
  commands = [];

  /** Takes in a `ready` frame. */
  become(frame) {
    this.me = frame.me;
    this.locale = frame.locale;
    this.users = frame.users;
    this.guilds = frame.guilds;
    this.dms = frame.dms;
    this.application = frame.application;
    this.commands = frame.commands;
  }

  /** Every channel this user sees, each with `place` (its server's name) and `guild` (its id). */
  get channels() {
    const inGuilds = this.guilds.flatMap((guild) =>
      guild.channels.map((channel) => ({ ...channel, place: guild.name, guild: guild.id })),
    );
    const direct = this.dms.map((dm) => ({ ...dm, place: null, guild: null }));
    return [...inGuilds, ...direct];
  }

  /** The channel with that id or name; undefined when this user sees none such. */
  channel(wanted) {
    const name = (wanted ?? "").replace(/^#/, "");
    return (
      this.channels.find((channel) => channel.id === name) ??
      this.channels.find((channel) => channel.name === name)
    );
  }

  /** The user with that id or name; undefined when there is none such. */
  user(wanted) {
    const name = (wanted ?? "").replace(/^@/, "").toLowerCase();
    return (
      this.users.find((user) => user.id === name) ??
      this.users.find((user) =>
        [user.username, nameOf(user)].some((known) => known.toLowerCase() === name),
      )
    );
  }

  /** The name of a user by id, for mentions; null when not known. */
  userName(id) {
    if (id === this.application.id) {
      return this.application.name;
    }
    const user = this.users.find((one) => one.id === id);
    return user ? nameOf(user) : null;
  }

  /**
   * What can be chosen for options and menus that take users, channels or roles.
   *
   * @param {number} kind the option type: user, channel, role or mentionable.
   * @param {object} channel where it is chosen.
   * @returns {{name: string, value: string}[]}
   */
  choosable(kind, channel) {
    const users = this.users.map((one) => ({ name: `@${nameOf(one)}`, value: one.id }));
    const roles = channel?.guild ? [{ name: "@everyone", value: channel.guild }] : [];
    const channels = this.channels
      .filter((one) => one.guild !== null && one.guild === channel?.guild)
      .map((one) => ({ name: `#${one.name}`, value: one.id }));
    switch (kind) {
      case USER_OPTION:
        return users;
      case CHANNEL_OPTION:
        return channels;
      case ROLE_OPTION:
        return roles;
      default:
        return [...users, ...roles];
    }
  }
}
