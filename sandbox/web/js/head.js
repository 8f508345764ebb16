// The line above the messages: where one is, and on a phone the way to the channels.

import { displayName, el, icon, keyed, portrait } from "./dom.js";
import { spoken, t } from "./texts/index.js";
import { DIRECT, THREADS } from "./world.js";

export function headView(scene, { openSide }) {
  const element = el("header", { class: "chat-head" });

  /** Mentions that are waiting anywhere else than here. */
  function elsewhere() {
    const others = scene.world.people
      .filter(({ id }) => id !== scene.pid)
      .map(({ id }) => scene.world.calls(id).mentions);
    const own = scene.world.channels(scene.pid).filter(({ id }) => id !== scene.cid);
    return [...others, ...own.map(({ mentions }) => mentions || 0)].reduce((sum, count) => sum + count, 0);
  }

  function row(channel, parent, waiting, open) {
    const me = scene.me();
    const menu = el(
      "button",
      {
        type: "button",
        class: "icon-button drawer-open",
        "aria-label": t("channels.open"),
        "aria-expanded": open,
        "aria-controls": "side",
        "data-focus": "drawer",
        onclick: openSide,
      },
      icon("menu"),
      waiting ? el("span", { class: "count corner", text: waiting }) : null,
    );
    const way = parent && [
      el("button", {
        type: "button",
        class: "crumb",
        text: parent.name,
        "aria-label": t("channels.parent", { name: parent.name }),
        onclick: () => scene.goTo(parent.id),
      }),
      el("span", { class: "crumb-mark", "aria-hidden": "true", text: "›" }),
    ];
    const seat =
      me &&
      el(
        "button",
        {
          type: "button",
          class: "head-me",
          "aria-label": t("people.you", { name: displayName(me) }),
          "data-focus": "me",
          onclick: openSide,
        },
        portrait(me, "portrait small"),
      );
    const sign = channel && icon(channel.type === DIRECT ? "at" : parent ? "thread" : "hash");
    return el(
      "div",
      { class: "head-row" },
      menu,
      sign,
      way,
      el("h2", { class: "channel-title", text: scene.nameOf(channel) }),
      seat,
    );
  }

  function draw(open) {
    const channel = scene.world.channel(scene.pid, scene.cid);
    const parent =
      channel && THREADS.has(channel.type) ? scene.world.channel(scene.pid, channel.parent_id) : null;
    const waiting = elsewhere();
    const sign = [channel?.id, channel?.name, parent?.name, scene.me(), waiting, open, spoken()];
    keyed(element, [{ key: "head", sign, make: () => row(channel, parent, waiting, open) }]);
  }

  return { element, draw };
}
