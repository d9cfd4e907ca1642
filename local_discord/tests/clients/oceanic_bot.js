// A small bot on oceanic.js: `oceanic_bot.js API_URL`.

"use strict";

const { ButtonStyles, Client, ComponentTypes, InteractionTypes, MessageFlags } = require("oceanic.js");

// A text, a picture, and a button that counts its presses.
function board(count) {
  const name = `board${count}.png`;
  const button = {
    type: ComponentTypes.BUTTON,
    style: ButtonStyles.SECONDARY,
    customID: `press:${count}`,
    label: "Press",
  };
  const components = [
    { type: ComponentTypes.TEXT_DISPLAY, content: `Pressed ${count}` },
    { type: ComponentTypes.MEDIA_GALLERY, items: [{ media: { url: `attachment://${name}` } }] },
    { type: ComponentTypes.ACTION_ROW, components: [button] },
  ];
  return {
    flags: MessageFlags.IS_COMPONENTS_V2,
    files: [{ index: 0, name, contents: Buffer.from(`${count} presses`) }],
    components: [{ type: ComponentTypes.CONTAINER, components }],
  };
}

const command = (name, description) => ({ type: 1, name, description });
const text = { type: 3, name: "text", description: "What", required: true };
const COMMANDS = [
  { ...command("echo", "Say it back"), options: [text] },
  command("board", "Show a board"),
  command("later", "Think first"),
];

const ANSWERS = {
  async echo(interaction) {
    await interaction.createMessage({ content: interaction.data.options.getString("text") });
  },
  async board(interaction) {
    await interaction.createMessage(board(0));
  },
  async later(interaction) {
    await interaction.defer();
    await interaction.editOriginal({ content: "Thought" });
    await interaction.createFollowup({ content: "And more" });
  },
};

async function press(interaction) {
  const count = Number(interaction.data.customID.split(":")[1]) + 1;
  const attachments = [{ id: "0", filename: `board${count}.png` }];
  await interaction.editParent({ ...board(count), attachments });
}

const client = new Client({
  auth: "Bot any",
  rest: { baseURL: process.argv[2] },
  gateway: { intents: ["GUILDS"], maxShards: "auto" },
});
client.on("debug", console.log);
client.on("error", console.error);
client.on("interactionCreate", async (interaction) => {
  const { type, data } = interaction;
  if (type === InteractionTypes.APPLICATION_COMMAND) await ANSWERS[data.name](interaction);
  if (type === InteractionTypes.MESSAGE_COMPONENT) await press(interaction);
});
client.once("ready", () => client.application.bulkEditGlobalCommands(COMMANDS));
client.connect();
