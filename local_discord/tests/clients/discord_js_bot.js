// A small bot on discord.js: `discord_js_bot.js API_URL`.

"use strict";

const {
  AttachmentBuilder,
  ButtonBuilder,
  ButtonStyle,
  Client,
  ContainerBuilder,
  Events,
  GatewayIntentBits,
  MessageFlags,
  SlashCommandBuilder,
} = require("discord.js");

// A text, a picture, and a button that counts its presses.
function board(count) {
  const name = `board${count}.png`;
  const button = new ButtonBuilder()
    .setCustomId(`press:${count}`)
    .setLabel("Press")
    .setStyle(ButtonStyle.Secondary);
  const container = new ContainerBuilder()
    .addTextDisplayComponents((text) => text.setContent(`Pressed ${count}`))
    .addMediaGalleryComponents((gallery) =>
      gallery.addItems((item) => item.setURL(`attachment://${name}`)),
    )
    .addActionRowComponents((row) => row.addComponents(button));
  return {
    flags: MessageFlags.IsComponentsV2,
    files: [new AttachmentBuilder(Buffer.from(`${count} presses`), { name })],
    components: [container],
  };
}

const command = (name, description) =>
  new SlashCommandBuilder().setName(name).setDescription(description);

const COMMANDS = [
  command("echo", "Say it back").addStringOption((option) =>
    option.setName("text").setDescription("What").setRequired(true),
  ),
  command("board", "Show a board"),
  command("later", "Think first"),
];

const ANSWERS = {
  async echo(interaction) {
    await interaction.reply(interaction.options.getString("text"));
  },
  async board(interaction) {
    await interaction.reply(board(0));
  },
  async later(interaction) {
    await interaction.deferReply();
    await interaction.editReply("Thought");
    await interaction.followUp("And more");
  },
};

async function press(interaction) {
  const count = Number(interaction.customId.split(":")[1]) + 1;
  await interaction.update({ ...board(count), attachments: [] });
}

// Its REST client adds the version to the URL.
const api = process.argv[2].replace(/\/v\d+$/, "");
const intents = [GatewayIntentBits.Guilds];
const client = new Client({ intents, rest: { api }, shards: "auto" });
client.on(Events.Debug, console.log);
client.on(Events.InteractionCreate, async (interaction) => {
  if (interaction.isChatInputCommand()) await ANSWERS[interaction.commandName](interaction);
  if (interaction.isButton()) await press(interaction);
});
client.once(Events.ClientReady, () => client.application.commands.set(COMMANDS));
client.login("any");
