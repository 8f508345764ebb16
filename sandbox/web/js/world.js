// What each person sees, kept in step with the sandbox. Views read it and draw again on "change".

import { door, listen } from "./door.js";

export const TEXT = 0;
export const DIRECT = 1;
export const GROUP = 3;
export const THREADS = new Set([10, 11, 12]);
const PAGE = 50;
const TYPING = 10_000;

/** Orders snowflakes, which are too long for numbers. */
export const byId = (a, b) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

export class World extends EventTarget {
  people = [];
  bot = null;
  guilds = [];
  ready = false;
  #channels = new Map(); // person → Map(channel id → channel)
  #pages = new Map(); // "person/channel" → {messages, complete}
  #loading = new Map(); // "person/channel" → events that came while the page was loading
  #sockets = new Map();
  #lost = new Set();
  #typing = new Map();
  #soon = new Map();
  #tabs = new BroadcastChannel("longtable-sandbox");

  constructor() {
    super();
    this.#tabs.addEventListener("message", ({ data }) => this.#markRead(data.pid, data.cid));
  }

  changed() {
    this.dispatchEvent(new Event("change"));
  }

  get connected() {
    return this.ready && this.#lost.size === 0;
  }

  async start() {
    await this.#loadPeople();
    await Promise.all(this.people.map(({ id }) => this.loadChannels(id)));
    this.ready = true;
    this.changed();
  }

  async #loadPeople() {
    const { people, bot, guilds } = await door.people();
    Object.assign(this, { people, bot: { ...bot, bot: true }, guilds });
    const here = new Set(people.map(({ id }) => id));
    for (const [id, socket] of this.#sockets) {
      if (here.has(id)) continue;
      socket.stop();
      this.#sockets.delete(id);
      this.#lost.delete(id);
      this.#channels.delete(id);
    }
    for (const { id } of people) {
      if (!this.#sockets.has(id)) this.#sockets.set(id, this.#follow(id));
    }
    this.changed();
  }

  #follow(pid) {
    let first = true;
    return listen(pid, {
      onOpen: async () => {
        this.#lost.delete(pid);
        if (!first) await this.#catchUp(pid);
        first = false;
        this.changed();
      },
      onEvent: (event) => this.#happened(pid, event),
      onLost: (wasOpen) => {
        this.#lost.add(pid);
        this.changed();
        if (!wasOpen) this.#lookAround();
      },
    });
  }

  /** When a person's line stays dead: that person may be gone, because the world was begun anew. */
  async #lookAround() {
    try {
      const before = new Set(this.people.map(({ id }) => id));
      await this.#loadPeople();
      const fresh = this.people.filter(({ id }) => !before.has(id));
      if (!fresh.length) return;
      await Promise.all(fresh.map(({ id }) => this.loadChannels(id)));
      this.dispatchEvent(new Event("back"));
    } catch {
      // still away: the next attempt comes with the next try to connect
    }
  }

  /** After a lost connection: what the sandbox says now replaces what was seen before. */
  async #catchUp(pid) {
    try {
      await this.#loadPeople();
      await this.loadChannels(pid);
      const pages = [...this.#pages.keys()].filter((key) => key.startsWith(`${pid}/`));
      for (const key of pages) this.#pages.get(key).stale = true;
    } catch {
      this.#lost.add(pid);
    }
    this.dispatchEvent(new Event("back"));
  }

  person(pid) {
    return this.people.find(({ id }) => id === pid);
  }

  user(id) {
    return this.person(id) ?? (this.bot?.id === id ? this.bot : undefined);
  }

  /** The people of a server, with the bot; without one, all. */
  members(guild) {
    const here = ({ id }) => !guild || this.channels(id).some(({ guild_id: owner }) => owner === guild);
    return [...this.people.filter(here), this.bot].filter(Boolean);
  }

  channels(pid) {
    return [...(this.#channels.get(pid)?.values() ?? [])];
  }

  channel(pid, cid) {
    return this.#channels.get(pid)?.get(cid);
  }

  /** Mentions and unread messages of a person over all their channels. */
  calls(pid) {
    const channels = this.channels(pid);
    return {
      mentions: channels.reduce((sum, { mentions }) => sum + (mentions || 0), 0),
      unread: channels.reduce((sum, { unread }) => sum + (unread || 0), 0),
    };
  }

  page(pid, cid) {
    return this.#pages.get(`${pid}/${cid}`);
  }

  typing(cid) {
    return (this.#typing.get(cid) ?? 0) > Date.now();
  }

  async loadChannels(pid) {
    const { channels } = await door.channels(pid);
    this.#channels.set(pid, new Map(channels.map((channel) => [channel.id, channel])));
    this.changed();
  }

  #loadChannelsSoon(pid) {
    clearTimeout(this.#soon.get(pid));
    this.#soon.set(
      pid,
      setTimeout(() => this.loadChannels(pid).catch(() => {}), 120),
    );
  }

  /** Loads the newest messages, unless they are here already. */
  async open(pid, cid) {
    const key = `${pid}/${cid}`;
    const known = this.#pages.get(key);
    if ((known && !known.stale) || this.#loading.has(key)) return;
    const missed = [];
    this.#loading.set(key, missed);
    try {
      const { messages } = await door.messages(pid, cid, { limit: PAGE });
      const oldest = messages[0]?.id;
      const older = known && oldest ? known.messages.filter(({ id }) => byId(id, oldest) < 0) : [];
      const complete = messages.length < PAGE || (older.length > 0 && known.complete);
      this.#pages.set(key, { messages: [...older, ...messages], complete });
    } finally {
      this.#loading.delete(key);
    }
    for (const event of missed) this.#happened(pid, event);
    this.changed();
  }

  async openOlder(pid, cid) {
    const page = this.page(pid, cid);
    if (!page || page.complete || page.asking) return;
    page.asking = true;
    try {
      const { messages } = await door.messages(pid, cid, { before: page.messages[0]?.id, limit: PAGE });
      const here = new Set(page.messages.map(({ id }) => id));
      page.messages = [...messages.filter(({ id }) => !here.has(id)), ...page.messages];
      page.complete = messages.length < PAGE;
    } finally {
      page.asking = false;
    }
    this.changed();
  }

  /** Tells the sandbox and the other tabs that a person has seen a channel. */
  async read(pid, cid) {
    const channel = this.channel(pid, cid);
    if (!channel || !(channel.unread || channel.mentions)) return;
    this.#markRead(pid, cid);
    this.#tabs.postMessage({ pid, cid });
    await door.read(pid, cid).catch(() => {});
  }

  #markRead(pid, cid) {
    const channel = this.channel(pid, cid);
    if (!channel) return;
    this.#channels.get(pid).set(cid, { ...channel, unread: 0, mentions: 0 });
    this.changed();
  }

  #happened(pid, event) {
    const key = `${pid}/${event.channel_id}`;
    this.#loading.get(key)?.push(event);
    const page = this.#pages.get(key);
    switch (event.type) {
      case "message_create":
        this.#typing.delete(event.channel_id);
        if (page) put(page, event.message);
        this.#loadChannelsSoon(pid);
        break;
      case "message_update":
        if (page) put(page, event.message, true);
        break;
      case "message_delete":
        if (page) page.messages = page.messages.filter(({ id }) => id !== event.message_id);
        this.#loadChannelsSoon(pid);
        break;
      case "channel_create":
      case "channel_update":
      case "channel_delete":
        this.#loadChannelsSoon(pid);
        break;
      case "typing":
        this.#typing.set(event.channel_id, Date.now() + TYPING);
        setTimeout(() => this.changed(), TYPING);
        break;
      case "person":
        this.people = this.people.map((person) => (person.id === event.person.id ? event.person : person));
        break;
      case "bot":
        this.bot = { ...this.bot, online: event.online };
        break;
      case "mention":
        this.#loadChannelsSoon(pid);
        this.dispatchEvent(new CustomEvent("mention", { detail: { pid, ...event } }));
        break;
      default:
        return;
    }
    this.changed();
  }
}

function put(page, message, known = false) {
  const at = page.messages.findIndex(({ id }) => id === message.id);
  if (at >= 0) page.messages = page.messages.with(at, message);
  else if (!known) page.messages = [...page.messages, message].sort((a, b) => byId(a.id, b.id));
}
