/** An Activity on the Embedded App SDK, which tells what it is answered. */

import { DiscordSDK, Events, RPCErrorCodes } from "./sdk/index.mjs";

const client_id = "1000000000000000001";

const tell = (line) => {
  document.getElementById("told").textContent += `${line}\n`;
};

const sdk = new DiscordSDK(client_id);
document.querySelector("button").addEventListener("click", () => sdk.close(4000, "Enough."));
await sdk.ready();
tell(`ready on ${sdk.platform}`);
const asked = { client_id, response_type: "code", state: "", prompt: "none", scope: ["identify"] };
const { code } = await sdk.commands.authorize(asked);
const answer = await fetch("api/token", { method: "POST", body: code });
const { access_token, users } = await answer.json();
const { user, scopes } = await sdk.commands.authenticate({ access_token });
const where = users.includes(user.id) ? "there" : "away";
tell(`signed in as ${user.global_name} for ${scopes}, ${where}`);
await sdk.subscribe(Events.ACTIVITY_LAYOUT_MODE_UPDATE, (event) => {
  tell(`layout ${event.layout_mode}`);
});
await sdk.subscribe(Events.ORIENTATION_UPDATE, (event) => {
  tell(`orientation ${event.screen_orientation}`);
});
await sdk.subscribe(Events.ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE, (event) => {
  tell(`with ${event.participants.map((one) => one.global_name)}`);
});
const { participants } = await sdk.commands.getInstanceConnectedParticipants();
tell(`there are ${participants.length}`);
tell(`channel ${(await sdk.commands.getChannel({ channel_id: sdk.channelId })).name}`);
tell(`locale ${(await sdk.commands.userSettingsGetLocale()).locale}`);
await sdk.commands.setOrientationLockState({ lock_state: 1 });
tell(`accelerated ${(await sdk.commands.encourageHardwareAcceleration()).enabled}`);
try {
  await sdk.commands.openInviteDialog();
} catch (error) {
  tell(`refused ${error.code === RPCErrorCodes.INVALID_COMMAND}`);
}
const style = getComputedStyle(document.documentElement);
tell(`inset ${style.getPropertyValue("--discord-safe-area-inset-top")}`);
const socket = new WebSocket(new URL("ws", location.href.replace("http", "ws")));
socket.onmessage = (event) => tell(`socket ${event.data}`);
socket.onclose = (event) => tell(`closed ${event.code}`);
