// The list of messages of a channel, which stays at the bottom unless the reader has scrolled away.

import { displayName, el, icon, iconButton, keyed } from "./dom.js";
import { dots, follows, messageElement } from "./message.js";
import { spoken, t } from "./texts/index.js";
import { DIRECT, THREADS } from "./world.js";

const NEAR = 60;

export function messagesView(scene) {
  const list = el("ol", {
    class: "messages",
    role: "log",
    "aria-live": "polite",
    "aria-relevant": "additions",
  });
  const top = el("div", { class: "messages-top" });
  const typing = el("div", { class: "typing", "aria-live": "off" });
  const scroller = el("div", { class: "scroller", id: "messages", tabindex: "-1" }, top, list, typing);
  const latest = iconButton("down", "", () => toBottom(), "icon-button latest");
  const element = el("div", { class: "messages-frame" }, scroller, latest);
  let shown = "";
  let pinned = true;
  let firstNew = null;
  let restore = null;
  let tall = 0; // the scroller's heights when last looked at: a change of them is not the reader's scrolling
  let room = 0;

  const toBottom = () => {
    pinned = true;
    scroller.scrollTop = scroller.scrollHeight;
    sized();
    latest.hidden = true;
  };
  const sized = () => {
    [tall, room] = [scroller.scrollHeight, scroller.clientHeight];
  };
  const height = new ResizeObserver(() => {
    if (pinned) toBottom();
    else sized();
  });
  height.observe(list);
  height.observe(scroller);
  scroller.addEventListener("scroll", () => {
    const near = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR;
    const byReader = scroller.scrollHeight === tall && scroller.clientHeight === room;
    if (near) pinned = true;
    else if (byReader) pinned = false;
    else if (pinned) toBottom();
    latest.hidden = pinned;
    if (scroller.scrollTop < NEAR) older();
    if (pinned) scene.seen();
  });

  async function older() {
    const page = scene.world.page(scene.pid, scene.cid);
    if (!page || page.complete || page.asking) return;
    restore = scroller.scrollHeight - scroller.scrollTop;
    await scene.world.openOlder(scene.pid, scene.cid).catch(() => {});
  }

  function draw() {
    const { pid, cid, world } = scene;
    const channel = world.channel(pid, cid);
    const page = world.page(pid, cid);
    const place = `${pid}/${cid}`;
    const moved = shown !== place;
    if (moved) {
      shown = place;
      firstNew = undefined;
      pinned = true;
    }
    latest.setAttribute("aria-label", t("messages.latest"));
    latest.title = t("messages.latest");
    list.setAttribute("aria-label", t("messages.title", { name: scene.nameOf(channel) }));
    if (!channel || !page) {
      list.replaceChildren();
      top.replaceChildren(
        el("p", {
          class: "quiet",
          text: t(channel ? "messages.loading" : cid ? "channels.deleted" : "channels.none"),
        }),
      );
      typing.replaceChildren();
      return;
    }
    if (firstNew === undefined) firstNew = firstUnread(page.messages, channel.unread, pid);
    const messages = page.messages;
    const entries = messages.map((message, i) => {
      const begins = message.id === firstNew;
      const compact = !begins && follows(message, messages[i - 1]);
      const thread = world.channel(pid, message.id);
      return {
        key: message.id,
        sign: [
          message,
          compact,
          begins,
          spoken(),
          scene.busy(message),
          scene.failure(message),
          thread?.name,
          thread?.mentions,
          scene.me()?.administrator,
          names(world),
          scene.commandName,
        ],
        make: () => {
          const item = messageElement(message, compact, scene);
          if (begins)
            item.prepend(
              el("div", { class: "new-line", role: "separator" }, el("span", { text: t("messages.new") })),
            );
          return item;
        },
      };
    });
    for (const [key, attempt] of scene.attempts(pid, cid)) {
      entries.push({ key, sign: [attempt.error, spoken()], make: () => attempted(key, attempt) });
    }
    keyed(list, entries);
    top.replaceChildren(
      page.complete
        ? beginning(channel)
        : el("button", {
            type: "button",
            class: "button secondary",
            text: t("messages.older"),
            onclick: older,
          }),
    );
    const someone = world.typing(cid) && world.bot;
    typing.replaceChildren(
      ...(someone ? [dots(), t("messages.typing", { name: displayName(world.bot) })] : []),
    );
    if (restore !== null && !page.asking) {
      scroller.scrollTop = scroller.scrollHeight - restore;
      restore = null;
      sized();
    } else if (pinned) toBottom();
    if (pinned) scene.seen();
  }

  function beginning(channel) {
    const [kind, sign] =
      channel.type === DIRECT
        ? ["direct", "at"]
        : THREADS.has(channel.type)
          ? ["thread", "thread"]
          : ["text", "hash"];
    const name = scene.nameOf(channel);
    return el(
      "div",
      { class: "beginning" },
      el("span", { class: "beginning-sign" }, icon(sign)),
      el("h2", { text: name }),
      el("p", { text: t(`messages.begin.${kind}`, { name }) }),
    );
  }

  function attempted(key, { label, error }) {
    const main = error
      ? el(
          "p",
          { class: "failure", role: "alert" },
          icon("warning"),
          error,
          " ",
          el("button", {
            type: "button",
            class: "text-button",
            text: t("messages.dismiss"),
            onclick: () => scene.forget(key),
          }),
        )
      : el("p", { class: "thinking" }, dots(), t("messages.sending"));
    return el(
      "li",
      { class: "message attempt" },
      el("div", { class: "message-side" }, icon("reply")),
      el("div", { class: "message-main" }, el("span", { class: "mention", text: label }), main),
    );
  }

  /** Keeps what is being read in its place when the list loses room above. */
  function shift(pixels) {
    if (pinned) toBottom();
    else scroller.scrollTop += pixels;
    sized();
  }

  return { element, draw, toBottom, shift };
}

const names = (world) => world.people.map((person) => person.global_name ?? person.username).join("\n");

function firstUnread(messages, unread, pid) {
  if (!unread) return null;
  const others = messages.filter((message) => message.author.id !== pid && (message.flags & 64) === 0);
  return others.at(-Math.min(unread, others.length))?.id ?? null;
}
