/**
 * The window's state: users, channels, commands.
 */

export const USER_OPTION = 6;
export const CHANNEL_OPTION = 7;
export const ROLE_OPTION = 8;
export const MENTIONABLE_OPTION = 9;

/** A user's display name. */
export function nameOf(user) {
  return user?.global_name || user?.username || "somebody";
}

/** Users, servers, channels, and the application with its commands. */
export class State {
  me = null;
  locale = "en-US";
  users = [];
  guilds = [];
  dms = [];
  application = { id: "0", name: "The bot", online: false };
  commands = [];

  /** Loads a `ready` frame. */
  become(frame) {
    this.me = frame.me;
    this.locale = frame.locale;
    this.users = frame.users;
    this.guilds = frame.guilds;
    this.dms = frame.dms;
    this.application = frame.application;
    this.commands = frame.commands;
  }

  /** Whether commands can be run: the bot is connected and has registered them. */
  get isReady() {
    return this.application.online && this.commands.length > 0;
  }

  /** This user's channels, with their guild's id and name; null for direct messages. */
  get channels() {
    const inGuilds = this.guilds.flatMap((guild) =>
      guild.channels.map((channel) => ({
        ...channel,
        guildName: guild.name,
        guild: guild.id,
        opened: guild.opened,
      })),
    );
    const direct = this.dms.map((dm) => ({ ...dm, guildName: null, guild: null }));
    return [...inGuilds, ...direct];
  }

  /** The channel with an id or name, if this user sees one. */
  channel(wanted) {
    const name = (wanted ?? "").replace(/^#/, "");
    return (
      this.channels.find((channel) => channel.id === name) ??
      this.channels.find((channel) => channel.name === name)
    );
  }

  /** The user with an id or name, if there is one. */
  user(wanted) {
    const name = (wanted ?? "").replace(/^@/, "").toLowerCase();
    return (
      this.users.find((user) => user.id === name) ??
      this.users.find((user) =>
        [user.username, nameOf(user)].some((known) => known.toLowerCase() === name),
      )
    );
  }

  /**
   * The users, channels or roles that options and menus offer.
   *
   * @param {number} kind the option type: user, channel, role or mentionable.
   * @param {object} channel the channel of the option or menu.
   * @returns {{name: string, value: string}[]}
   */
  choosable(kind, channel) {
    const users = this.users.map((one) => ({ name: `@${nameOf(one)}`, value: one.id }));
    const guild = this.guilds.find((one) => one.id === channel?.guild);
    const roles = (guild?.roles ?? []).map((one) => ({
      name: `@${one.name.replace(/^@/, "")}`,
      value: one.id,
    }));
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
