// One message: who, when, what, and what can be done with it.

import { attachment, components, gallery, picture } from "./components.js";
import { displayName, el, icon, iconButton, portrait, safeLink } from "./dom.js";
import { emoji, inline, markdown } from "./markdown.js";
import { offerMenu, openMenu } from "./menu.js";
import { hourOf, sentAt } from "./time.js";
import { t } from "./texts/index.js";

const EPHEMERAL = 64;
const LOADING = 128;
const SILENT = 4096;
const LAYOUT = 32768;
const DEFAULT = 0;
const PINNED = 6;
const THREAD_CREATED = 18;
const REPLY = 19;
const COMMAND = 20;
const THREAD_STARTER = 21;
const CONVERSATION = new Set([DEFAULT, REPLY, COMMAND]);
const TOGETHER = 7 * 60_000;

export const isPrivate = (message) => (message.flags & EPHEMERAL) !== 0;
const command = (message) => message.interaction ?? message.interaction_metadata;

/** Whether a message goes without a head of its own, under the one before. */
export function follows(message, previous) {
  return (
    previous !== undefined &&
    previous.author.id === message.author.id &&
    CONVERSATION.has(previous.type) &&
    message.type === DEFAULT &&
    !isPrivate(message) &&
    !isPrivate(previous) &&
    Date.parse(message.timestamp) - Date.parse(previous.timestamp) < TOGETHER
  );
}

/** The element of a message; `compact` leaves out the head. */
export function messageElement(message, compact, scene) {
  if (message.type === THREAD_CREATED) return threadCreated(message, scene);
  if (message.type === PINNED) return pinned(message);
  if (message.type === THREAD_STARTER && message.referenced_message) {
    return messageElement({ ...message.referenced_message, starter: true }, false, scene);
  }
  const mine = (message.mentions ?? []).some(({ id }) => id === scene.pid) && message.author.id !== scene.pid;
  const classes = ["message", compact && "compact", isPrivate(message) && "private", mine && "mentions-me"];
  const item = el(
    "li",
    { class: classes.filter(Boolean).join(" "), "data-id": message.id },
    context(message, scene),
    el("div", { class: "message-side" }, compact ? hourOf(message.timestamp) : portrait(message.author)),
    el("div", { class: "message-main" }, compact ? null : head(message, scene), body(message, scene)),
    tools(message, scene),
  );
  if (!message.starter) offerMenu(item, (target) => subject(message, target), scene);
  return item;
}

/** What a menu opened there is about: the author by the name or the portrait, else the message. */
const subject = (message, target) =>
  target.closest(".author, .message-side .portrait") ? { user: message.author } : { message };

function context(message, scene) {
  if (message.type === REPLY) {
    const original = message.referenced_message;
    const text = original
      ? t("messages.reply", { name: displayName(original.author) })
      : t("messages.reply.gone");
    return el("div", { class: "context" }, icon("reply"), el("span", { text }));
  }
  const used = command(message);
  if (message.type !== COMMAND || !used?.user) return null;
  const name = used.name ?? used.command_name;
  const sign = used.target_message_id || used.target_user ? "" : "/";
  const [before, after] = t("messages.used", {
    name: displayName(scene.world.user(used.user.id) ?? used.user),
    command: "\0",
  }).split("\0");
  return el(
    "div",
    { class: "context" },
    icon("reply"),
    portrait(scene.world.user(used.user.id) ?? used.user, "portrait tiny"),
    el("span", {}, before, name ? el("span", { class: "mention", text: `${sign}${scene.commandName(name)}` }) : "/…", after),
  );
}

function head(message, scene) {
  const name = displayName(message.author);
  return el(
    "div",
    { class: "head" },
    message.starter
      ? el("span", { class: "author", text: name })
      : el("button", {
          type: "button",
          class: "author",
          text: name,
          title: t("menu.person", { name }),
          "aria-haspopup": "menu",
          "data-focus": "author",
          onclick: ({ currentTarget }) => {
            const { left: x, bottom: y } = currentTarget.getBoundingClientRect();
            openMenu({ user: message.author, at: { x, y } }, scene);
          },
        }),
    message.author.bot && el("span", { class: "badge", text: t("messages.app") }),
    sentAt(message.timestamp),
    message.flags & SILENT
      ? el("span", {
          class: "silent",
          title: t("messages.silent"),
          role: "img",
          "aria-label": t("messages.silent"),
          text: "@silent",
        })
      : null,
  );
}

function body(message, scene) {
  const failure = scene.failure(message);
  const waiting = (message.flags & LOADING) !== 0;
  return el(
    "div",
    { class: "body" },
    waiting &&
      el("p", { class: "thinking" }, dots(), t("messages.thinking", { name: displayName(message.author) })),
    waiting ? null : content(message, scene),
    failure && el("p", { class: "failure", role: "alert" }, icon("warning"), failure),
    isPrivate(message) &&
      el(
        "p",
        { class: "only-you" },
        icon("eye"),
        el("span", { text: t("messages.private") }),
        " · ",
        el("button", {
          type: "button",
          class: "text-button",
          "data-focus": "dismiss",
          text: t("messages.dismiss"),
          onclick: () => scene.remove(message),
        }),
      ),
  );
}

export const dots = () => el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i"));

// No two alternatives begin alike, so that nothing is ever tried twice.
const ONLY_EMOJIS = /^(?:\s|<a?:\w{2,32}:\d{1,20}>|[\uFE0F\u200D\p{Extended_Pictographic}])+$/u;

function content(message, scene) {
  const layout = (message.flags & LAYOUT) !== 0;
  const edited = message.edited_timestamp
    ? el(message.content ? "span" : "p", {
        class: "edited",
        title: message.edited_timestamp,
        text: t("messages.edited"),
      })
    : null;
  return [
    CONVERSATION.has(message.type) || message.content
      ? message.content &&
        el(
          "div",
          { class: ONLY_EMOJIS.test(message.content) ? "text jumbo" : "text" },
          markdown(message.content, scene.where),
          edited,
        )
      : el("p", { class: "unknown", text: t("messages.unknown") }),
    layout ? null : attached(message.attachments ?? [], scene),
    (message.embeds ?? []).map((embed) => embedded(embed, scene)),
    el("div", { class: "parts" }, components(message.components, message, scene)),
    message.content ? null : edited,
    message.reactions?.length
      ? el(
          "div",
          { class: "reactions" },
          message.reactions.map((one) =>
            el("span", { class: "reaction" }, emoji(one.emoji), ` ${one.count}`),
          ),
        )
      : null,
    threadChip(message, scene),
  ];
}

function attached(files, scene) {
  const isPicture = ({ content_type: kind }) => (kind ?? "").startsWith("image/");
  const pictures = files.filter(isPicture);
  return [
    pictures.length ? gallery(pictures, scene) : null,
    files.filter((file) => !isPicture(file)).map(attachment),
  ];
}

function threadChip(message, scene) {
  if (message.starter) return null;
  const thread = scene.world.channel(scene.pid, message.id) ?? message.thread;
  if (!thread) return null;
  const known = scene.world.channel(scene.pid, thread.id);
  return el(
    "button",
    {
      type: "button",
      class: "thread-chip",
      disabled: !known,
      "data-focus": "thread",
      "aria-label": t("messages.thread.open", { name: thread.name }),
      onclick: () => scene.goTo(thread.id),
    },
    icon("thread"),
    el("span", { text: thread.name }),
    known?.mentions ? el("span", { class: "count", text: known.mentions }) : null,
  );
}

function threadCreated(message, scene) {
  const thread = message.message_reference?.channel_id;
  const [before, after] = t("messages.thread.started", {
    name: displayName(message.author),
    thread: "\0",
  }).split("\0");
  return el(
    "li",
    { class: "message system", "data-id": message.id },
    el("div", { class: "message-side" }, icon("thread")),
    el(
      "div",
      { class: "message-main" },
      before,
      el("button", {
        type: "button",
        class: "text-button strong",
        text: message.content,
        onclick: () => thread && scene.goTo(thread),
      }),
      after,
      " ",
      sentAt(message.timestamp),
    ),
  );
}

function pinned(message) {
  return el(
    "li",
    { class: "message system", "data-id": message.id },
    el("div", { class: "message-side" }, icon("pin")),
    el(
      "div",
      { class: "message-main" },
      t("messages.pinned", { name: displayName(message.author) }),
      " ",
      sentAt(message.timestamp),
    ),
  );
}

function embedded(embed, scene) {
  const colour = typeof embed.color === "number" ? `#${embed.color.toString(16).padStart(6, "0")}` : null;
  const link = embed.url && safeLink(embed.url);
  const title = embed.title && inline(embed.title, scene.where);
  return el(
    "div",
    { class: "container accent embed", style: colour ? { "--accent": colour } : {} },
    embed.author?.name && el("p", { class: "embed-author", text: embed.author.name }),
    title &&
      el(
        "h4",
        {},
        link ? el("a", { href: link, target: "_blank", rel: "noreferrer noopener" }, title) : title,
      ),
    embed.description && el("div", { class: "text" }, markdown(embed.description, scene.where)),
    embed.fields?.length
      ? el(
          "dl",
          {},
          embed.fields.map(({ name, value, inline: beside }) =>
            el(
              "div",
              { class: beside ? "beside" : null },
              el("dt", {}, inline(name, scene.where)),
              el("dd", {}, markdown(value, scene.where)),
            ),
          ),
        )
      : null,
    embed.image && picture({ media: embed.image }, scene, "picture"),
    embed.footer?.text && el("p", { class: "embed-foot", text: embed.footer.text }),
  );
}

function tools(message, scene) {
  if (message.starter) return null;
  return el(
    "div",
    { class: "tools" },
    iconButton("more", t("messages.apps"), ({ currentTarget }) => {
      const { right: x, bottom: y } = currentTarget.getBoundingClientRect();
      openMenu({ message, at: { x, y } }, scene);
    }),
    scene.mayDelete(message) && iconButton("trash", t("messages.delete"), () => scene.remove(message)),
  );
}
