// The trial of the sandbox with an unpatched discord.js: `node discordjs_bot.mjs API TOKEN PICTURE`.

import assert from "node:assert/strict";
import { createRequire } from "node:module";

const {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ButtonStyle,
  ChannelType,
  Client,
  ComponentType,
  GatewayIntentBits,
  MessageFlags,
  TextInputStyle,
} = createRequire(`${process.env.LONGTABLE_CLIENTS}/`)("discord.js");

const [api, token, hex] = process.argv.slice(2);
const bytes = Buffer.from(hex, "hex");
const bot = new Client({
  intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages, GatewayIntentBits.GuildMessageReactions],
  rest: { api: api.replace(/\/v10$/, ""), cdn: new URL(api).origin },
});
const picture = (name) => ({ attachment: bytes, name });
const names = (found) => found.map(({ name }) => name);
const ids = (found) => [...found.keys()];

bot.once("clientReady", () =>
  bot.application.commands.set([
    {
      name: "do",
      description: "Does what is asked",
      options: [
        {
          type: ApplicationCommandOptionType.String,
          name: "what",
          description: "What to do",
          required: true,
          autocomplete: true,
        },
      ],
    },
    { type: ApplicationCommandType.User, name: "Greet" },
    { type: ApplicationCommandType.Message, name: "Quote" },
  ]),
);

bot.on("interactionCreate", async (interaction) => {
  const whisper = (content) => interaction.reply({ content, flags: MessageFlags.Ephemeral });
  if (interaction.isAutocomplete()) {
    const typed = interaction.options.getFocused();
    const found = Object.keys(steps).filter((name) => name.startsWith(typed));
    await interaction.respond(found.map((name) => ({ name, value: name })));
  } else if (interaction.isChatInputCommand()) await steps[interaction.options.getString("what")](interaction);
  else if (interaction.isUserContextMenuCommand()) await whisper(`hello ${interaction.targetUser.username}`);
  else if (interaction.isMessageContextMenuCommand()) await whisper(`> ${interaction.targetMessage.content}`);
  else if (interaction.isStringSelectMenu()) await whisper(`chose ${interaction.values.join(",")}`);
  else if (interaction.isModalSubmit())
    await whisper(`named ${interaction.fields.getTextInputValue("name")}`);
  else if (interaction.isButton()) await presses[interaction.customId](interaction);
});

const presses = {
  change: (interaction) =>
    interaction.update({ content: "changed", embeds: [], attachments: [], components: [] }),

  relayout: (interaction) =>
    interaction.update({ components: [{ type: ComponentType.TextDisplay, content: "relaid" }], attachments: [] }),

  async later(interaction) {
    await interaction.deferUpdate();
    await interaction.editReply("changed later");
  },

  form: (interaction) =>
    interaction.showModal({
      title: "Form",
      custom_id: "form",
      components: [
        {
          type: ComponentType.ActionRow,
          components: [
            { type: ComponentType.TextInput, custom_id: "name", label: "Name", style: TextInputStyle.Short },
          ],
        },
      ],
    }),

  async think(interaction) {
    await interaction.deferReply();
    await interaction.editReply({ content: "thought", files: [picture("c.png")] });
    const further = await interaction.followUp({ content: "further", files: [picture("d.png")] });
    await interaction.editReply({ message: further, content: "further still" });
    const gone = await interaction.followUp({ content: "gone", flags: MessageFlags.Ephemeral });
    await interaction.deleteReply(gone);
    assert.equal((await interaction.fetchReply()).content, "thought");
  },
};

const button = (label, custom_id, more) => ({
  type: ComponentType.Button,
  style: ButtonStyle.Primary,
  label,
  custom_id,
  ...more,
});

async function begun(interaction) {
  await interaction.deferReply({ flags: MessageFlags.Ephemeral });
  return bot.channels.fetch(interaction.channelId, { force: true });
}

const steps = {
  answer: (interaction) =>
    interaction.reply({
      content: "classic",
      embeds: [{ title: "Title", description: "Text" }],
      files: [picture("a.png")],
      components: [
        {
          type: ComponentType.ActionRow,
          components: ["Change", "Later", "Form", "Think"].map((name) => button(name, name.toLowerCase())),
        },
        {
          type: ComponentType.ActionRow,
          components: [
            {
              type: ComponentType.StringSelect,
              custom_id: "menu",
              max_values: 2,
              options: ["one", "two"].map((value) => ({ label: value, value })),
            },
          ],
        },
      ],
    }),

  layout: (interaction) =>
    interaction.reply({
      flags: MessageFlags.IsComponentsV2,
      files: [picture("b.png")],
      components: [
        {
          type: ComponentType.Container,
          components: [
            { type: ComponentType.TextDisplay, content: "layout" },
            {
              type: ComponentType.Section,
              components: [{ type: ComponentType.TextDisplay, content: "beside" }],
              accessory: { type: ComponentType.Thumbnail, media: { url: "attachment://b.png" } },
            },
            {
              type: ComponentType.MediaGallery,
              items: [{ media: { url: "attachment://b.png" }, description: "alt" }],
            },
            { type: ComponentType.Separator },
            { type: ComponentType.ActionRow, components: [button("Change", "relayout", { id: 77 })] },
          ],
        },
      ],
    }),

  async messages(interaction) {
    const channel = await begun(interaction);
    await channel.sendTyping();
    const first = await channel.send({
      content: "first",
      files: [picture("e.png")],
      embeds: [{ title: "E" }],
      nonce: `${interaction.id}`.slice(-20),
      enforceNonce: true,
    });
    const second = await first.reply("second");
    assert.equal(second.reference.messageId, first.id);
    await second.edit("second, edited");
    assert.equal((await channel.messages.fetch({ message: second.id, force: true })).content, "second, edited");
    assert.deepEqual(ids(await channel.messages.fetch({ limit: 2 })), [second.id, first.id]);
    assert.deepEqual(ids(await channel.messages.fetch({ after: first.id })), [second.id]);
    const reaction = await first.react("👍");
    await first.react("🎲");
    assert.deepEqual(ids(await reaction.users.fetch()), [bot.user.id]);
    await reaction.users.remove();
    await first.reactions.resolve("🎲").remove();
    await first.react("👍");
    await first.reactions.removeAll();
    await first.pin();
    const pins = await channel.messages.fetchPins();
    assert.deepEqual(pins.items.map(({ message }) => message.id), [first.id]);
    await first.unpin();
    assert.equal((await channel.messages.fetchPins()).items.length, 0);
    await second.delete();
    await channel.bulkDelete([await channel.send("a"), await channel.send("b")]);
    await interaction.editReply("messages done");
  },

  async threads(interaction) {
    const channel = await begun(interaction);
    const message = await channel.send("beginning");
    const thread = await message.startThread({ name: "From a message" });
    await thread.send("inside");
    await thread.members.add(interaction.user.id);
    assert.ok((await thread.members.fetch()).has(interaction.user.id));
    assert.ok((await thread.members.fetch({ limit: 1 })).size === 1);
    await thread.members.remove(interaction.user.id);
    await thread.edit({ name: "Renamed", archived: true });
    assert.deepEqual(names((await channel.threads.fetchArchived()).threads), ["Renamed"]);
    await thread.setArchived(false);
    const alone = await channel.threads.create({ name: "Alone", type: ChannelType.PublicThread });
    assert.deepEqual(names((await channel.threads.fetchActive()).threads).sort(), ["Alone", "Renamed"]);
    await alone.leave();
    await alone.join();
    await alone.delete();
    await interaction.editReply("threads done");
  },

  async places(interaction) {
    await begun(interaction);
    assert.equal((await bot.application.fetch()).id, bot.application.id);
    const guild = await bot.guilds.fetch({ guild: interaction.guildId, force: true });
    assert.equal(guild.approximateMemberCount, 5);
    assert.deepEqual(ids(await bot.guilds.fetch({ limit: 1 })), [guild.id]);
    assert.ok(names(await guild.roles.fetch()).includes("Members"));
    const member = await guild.members.fetch({ user: interaction.user.id, force: true });
    assert.equal(member.user.username, interaction.user.username);
    assert.deepEqual(
      (await guild.members.search({ query: "bas" })).map(({ user }) => user.username),
      ["basile"],
    );
    assert.ok(names(await guild.channels.fetch()).includes("games"));
    const user = await bot.users.fetch(interaction.user.id, { force: true });
    const sent = await user.send({ content: "in private", files: [picture("f.png")] });
    await sent.edit("in private, edited");
    await (await user.send("gone")).delete();
    await assert.rejects(bot.channels.fetch("5"), { code: 10003 });
    await interaction.editReply("places done");
  },

  async emojis(interaction) {
    const channel = await begun(interaction);
    const made = await bot.application.emojis.create({ name: "tile", attachment: bytes });
    await made.edit({ name: "tile_red" });
    assert.deepEqual(names(await bot.application.emojis.fetch()), ["tile_red"]);
    assert.equal((await bot.application.emojis.fetch(made.id, { force: true })).id, made.id);
    const message = await channel.send(`${made}`);
    await message.react(made.identifier);
    await message.delete();
    await made.delete();
    assert.equal((await bot.application.emojis.fetch()).size, 0);
    await interaction.editReply("emojis done");
  },

  async commands(interaction) {
    await begun(interaction);
    const { commands } = interaction.guild;
    const made = await commands.create({ name: "here", description: "Only here" });
    assert.deepEqual(names(await commands.fetch()), ["here"]);
    await made.edit({ description: "Still only here" });
    await made.delete();
    assert.equal((await bot.application.commands.fetch()).size, 3);
    await interaction.editReply("commands done");
  },
};

await bot.login(token);
