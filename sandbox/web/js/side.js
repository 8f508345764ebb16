// The side of the page: people to be, and the channels of the one who is sitting there.

import { displayName, el, icon, iconButton, keyed, portrait } from "./dom.js";
import { offerMenu } from "./menu.js";
import { spoken, t } from "./texts/index.js";
import { byId, DIRECT, GROUP, THREADS } from "./world.js";

export function sideView(scene, { openSettings, openFaults, close }) {
  const people = el("div", { class: "rail-people" });
  const rail = el(
    "nav",
    { class: "rail" },
    el(
      "div",
      { class: "rail-title", "aria-hidden": "true" },
      el("img", { src: "/icon.svg", alt: "", width: 40, height: 40 }),
    ),
    people,
  );
  const name = el("h1", { class: "guild-name" });
  const list = el("div", { class: "channel-list" });
  const panel = el("div", { class: "me-panel" });
  const closeButton = iconButton("close", "", close, "icon-button drawer-close");
  const channels = el(
    "nav",
    { class: "channels" },
    el("div", { class: "guild" }, name, closeButton),
    list,
    panel,
  );
  const element = el("aside", { class: "side", id: "side" }, rail, channels);

  function draw() {
    const { world, pid, cid } = scene;
    rail.setAttribute("aria-label", t("people.title"));
    channels.setAttribute("aria-label", t("channels.title"));
    closeButton.setAttribute("aria-label", t("channels.hide"));
    name.textContent = world.guilds[0]?.name ?? "Longtable";
    keyed(
      people,
      world.people.map((person, i) =>
        personEntry(person, i + 1, world.calls(person.id), person.id === pid, scene),
      ),
    );
    keyed(list, channelEntries(world.channels(pid), pid, cid));
    drawPanel(scene.me());
  }

  function channelEntries(all, pid, cid) {
    const entries = [];
    const add = (channel, depth = 0) =>
      entries.push({
        key: channel.id,
        sign: [
          channel.name,
          channel.unread,
          channel.mentions,
          channel.archived,
          channel.id === cid,
          depth,
          pid,
          spoken(),
          channel.recipient && scene.world.bot?.online,
        ],
        make: () => channelButton(channel, depth, channel.id === cid),
      });
    const heading = (key, text) =>
      entries.push({ key, sign: [text], make: () => el("h2", { class: "channel-heading", text }) });
    const direct = all.filter(({ type }) => type === DIRECT || type === GROUP);
    if (direct.length) heading("direct", t("channels.direct"));
    direct.forEach((channel) => add(channel));
    for (const guild of scene.world.guilds) {
      heading(`guild-${guild.id}`, scene.world.guilds.length > 1 ? guild.name : t("channels.title"));
      const threads = all
        .filter(({ type, guild_id: owner }) => THREADS.has(type) && owner === guild.id)
        .sort((a, b) => byId(a.id, b.id));
      for (const channel of all.filter(
        ({ type, guild_id: owner }) => owner === guild.id && type !== DIRECT && !THREADS.has(type),
      )) {
        add(channel);
        threads
          .filter((thread) => thread.parent_id === channel.id && (!thread.archived || thread.id === cid))
          .forEach((thread) => add(thread, 1));
      }
      const asleep = threads.filter((thread) => thread.archived && thread.id !== cid);
      if (asleep.length) heading(`archived-${guild.id}`, t("channels.archived"));
      asleep.forEach((thread) => add(thread, 1));
    }
    return entries;
  }

  function channelButton(channel, depth, current) {
    const direct = channel.type === DIRECT;
    const title = scene.nameOf(channel);
    const badge = channel.mentions || (direct && channel.unread) || 0;
    const classes = [
      "channel",
      depth && "thread",
      channel.unread && "unread",
      channel.archived && "archived",
    ];
    return el(
      "button",
      {
        type: "button",
        class: classes.filter(Boolean).join(" "),
        "aria-current": current ? "page" : null,
        "data-channel": channel.id,
        "data-focus": channel.id,
        onclick: () => scene.goTo(channel.id),
      },
      direct
        ? el(
            "span",
            { class: "presence-frame" },
            portrait(scene.world.bot ?? channel.recipient, "portrait small"),
            presence(scene.world.bot?.online),
          )
        : icon(depth ? "thread" : "hash"),
      el("span", { class: "channel-name", text: title }),
      badge
        ? el("span", { class: "count", "aria-label": t("people.mentions", { count: badge }), text: badge })
        : null,
    );
  }

  function drawPanel(me) {
    if (!me) return;
    const sign = [me, spoken()];
    keyed(panel, [
      {
        key: "me",
        sign,
        make: () =>
          el(
            "div",
            { class: "me" },
            portrait(me, "portrait small"),
            el(
              "span",
              { class: "me-words" },
              el("span", { class: "me-name", text: displayName(me) }),
              el("span", { class: "me-note", text: me.locale }),
            ),
            iconButton("bolt", t("faults.open"), openFaults),
            iconButton("sliders", t("settings.open"), openSettings),
          ),
      },
    ]);
  }

  return { element, draw };
}

const presence = (online) =>
  el("span", {
    class: online ? "presence online" : "presence",
    role: "img",
    "aria-label": t(online ? "channels.online" : "channels.offline"),
  });

function personEntry(person, number, { mentions, unread }, current, scene) {
  return {
    key: person.id,
    sign: [person, mentions, Boolean(unread), current, spoken()],
    make: () => {
      const calls = mentions ? t("people.mentions", { count: mentions }) : unread ? t("people.unread") : "";
      const name = displayName(person);
      const label = [current ? t("people.you", { name }) : t("people.sit", { name }), calls]
        .filter(Boolean)
        .join(", ");
      const entry = el(
        "button",
        {
          type: "button",
          class: "person",
          "aria-pressed": current,
          "aria-label": label,
          title: `${label} (Alt+${number})`,
          "aria-keyshortcuts": `Alt+${number}`,
          "data-person": person.id,
          "data-focus": person.id,
          onclick: () => scene.sit(person.id),
        },
        el("span", { class: unread && !current ? "pill unread" : "pill" }),
        portrait(person, "portrait large"),
        mentions ? el("span", { class: "count corner", text: mentions > 99 ? "99+" : mentions }) : null,
        el("span", { class: "person-name", text: name }),
      );
      offerMenu(entry, () => (scene.cid ? { user: person } : null), scene);
      return entry;
    },
  };
}
