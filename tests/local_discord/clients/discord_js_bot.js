// A small bot on discord.js: `discord_js_bot.js API_URL`.

"use strict";

const {
  ActionRowBuilder,
  AttachmentBuilder,
  ButtonBuilder,
  ButtonStyle,
  Client,
  Events,
  GatewayIntentBits,
  SlashCommandBuilder,
} = require("discord.js");

const textFile = (count) =>
  new AttachmentBuilder(Buffer.from(`${count} presses`), { name: `board${count}.txt` });

const row = () =>
  new ActionRowBuilder().addComponents(
    new ButtonBuilder().setCustomId("press").setLabel("Press").setStyle(ButtonStyle.Secondary),
  );

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
    await interaction.reply({ content: "Pressed 0", files: [textFile(0)], components: [row()] });
  },
  async later(interaction) {
    await interaction.deferReply();
    await interaction.editReply("Thought");
    await interaction.followUp("And more");
  },
};

async function press(interaction) {
  const count = Number(interaction.message.content.split(" ")[1]) + 1;
  await interaction.update({
    content: `Pressed ${count}`,
    files: [textFile(count)],
    attachments: [],
    components: [row()],
  });
}

// Its REST client adds the version to the URL.
const api = process.argv[2].replace(/\/v\d+$/, "");
const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api } });
client.on(Events.Debug, console.log);
client.on(Events.InteractionCreate, async (interaction) => {
  if (interaction.isChatInputCommand()) await ANSWERS[interaction.commandName](interaction);
  if (interaction.isButton()) await press(interaction);
});
client.once(Events.ClientReady, () => client.application.commands.set(COMMANDS));
client.login("any");
