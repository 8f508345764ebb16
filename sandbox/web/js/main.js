// The page: who sits here, which channel is open, and the parts that show it.

import { composerView } from "./composer.js";
import { deeds } from "./deeds.js";
import { showPicture } from "./dialogs.js";
import { displayName, el } from "./dom.js";
import { Refused } from "./door.js";
import { openFaults } from "./faults.js";
import { headView } from "./head.js";
import { messagesView } from "./messages.js";
import { callsView, hintView } from "./notices.js";
import { openSettings } from "./settings.js";
import { sideView } from "./side.js";
import { keepTime } from "./time.js";
import { ofBrowser, speak, t } from "./texts/index.js";
import { DIRECT, TEXT, World } from "./world.js";

const LAST = "longtable.last";
const RETRY = 1000;

const world = new World();

/** What the views share: the world, the place, and the deeds of the person who sits here. */
const scene = {
  world,
  pid: null,
  cid: null,
  me: () => world.person(scene.pid),
  showPicture,
  commandName: (path) => path,
  where: {
    commandName: (path) => scene.commandName(path),
    userName: (id) => (world.user(id) ? displayName(world.user(id)) : undefined),
    channel: (id) => world.channel(scene.pid, id),
    isMe: (id) => id === scene.pid,
    goTo: (id) => scene.goTo(id),
  },

  nameOf(channel, signed = false) {
    if (!channel) return "";
    if (channel.type === DIRECT) return displayName(channel.recipient ?? world.bot);
    return signed && channel.type === TEXT ? `#${channel.name}` : channel.name;
  },

  /** What a failed request says to the reader. */
  reason(error) {
    if (!(error instanceof Refused)) throw error;
    return error.status === 0 ? t("failed.offline") : t("failed.refused", { reason: error.message });
  },

  goTo(cid) {
    moveTo(scene.pid, cid);
    openSide(false);
  },

  /** Becomes a person, in the same channel where that person sees it too. */
  sit(pid, cid = scene.cid) {
    const wasDirect = world.channel(scene.pid, scene.cid)?.type === DIRECT;
    const ownDirect = world.channels(pid).find(({ type }) => type === DIRECT)?.id;
    const target = world.channel(pid, cid) ? cid : wasDirect ? ownDirect : null;
    moveTo(pid, target ?? firstChannel(pid));
  },

  seen() {
    if (document.visibilityState === "visible" && document.hasFocus()) world.read(scene.pid, scene.cid);
  },

  afterLanguage(locale) {
    world.people = world.people.map((person) => (person.id === scene.pid ? { ...person, locale } : person));
    drawSoon();
  },
};

const doing = deeds(scene, () => drawSoon());
Object.assign(scene, doing, {
  run(...command) {
    messages.toBottom();
    hint.close();
    return doing.run(...command);
  },
});

// Where one is

function firstChannel(pid) {
  const last = remembered()[pid];
  if (last && world.channel(pid, last)) return last;
  const channels = world.channels(pid);
  const text = channels.filter(({ type }) => type === TEXT);
  return (text.find(({ name }) => /game|jeu/.test(name)) ?? text[0] ?? channels[0])?.id ?? null;
}

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(LAST)) ?? {};
  } catch {
    return {};
  }
}

function moveTo(pid, cid) {
  const hash = `#/${pid}/${cid ?? ""}`;
  if (location.hash === hash) arrive();
  else location.hash = hash;
}

/** Follows the address: `#/person/channel`. */
function arrive() {
  const [, pid, cid] = location.hash.split("/");
  const person = world.person(pid) ?? newcomer();
  if (!person) return;
  scene.pid = person.id;
  const justDeleted = pid === person.id && cid && cid === scene.cid;
  scene.cid = world.channel(person.id, cid) || justDeleted ? cid : firstChannel(person.id);
  const here = `#/${scene.pid}/${scene.cid ?? ""}`;
  if (location.hash !== here) history.replaceState(null, "", here);
  if (world.channel(scene.pid, scene.cid)) {
    localStorage.setItem(LAST, JSON.stringify({ ...remembered(), [scene.pid]: scene.cid }));
  }
  calls.answered();
  load();
  draw();
}

/** Who one is at first: somebody who speaks the browser's language, if it is one of the page's. */
function newcomer() {
  const wanted = ofBrowser();
  return world.people.find(({ locale }) => locale.split("-")[0] === wanted) ?? world.people[0];
}

function load() {
  if (!world.channel(scene.pid, scene.cid)) return;
  world.open(scene.pid, scene.cid).catch(() => setTimeout(load, RETRY));
}

// The page's frame

const app = document.getElementById("app");
const side = sideView(scene, {
  openSettings: () => openSettings(scene),
  openFaults: () => openFaults(scene),
  close: () => openSide(false),
});
const head = headView(scene, { openSide: () => openSide(!sideIsOpen()) });
const messages = messagesView(scene);
const composer = composerView(scene, {
  onCommands() {
    // Another function: what names commands is drawn anew.
    scene.commandName = (path) => composer.nameOf(path);
    drawSoon();
  },
});
const hint = hintView(scene, { nameOf: composer.nameOf, onTry: (text) => composer.type(text) });
const calls = callsView(scene, {
  onGrow: (pixels) => messages.shift(pixels),
  onAnswer(pid, cid) {
    scene.sit(pid, cid);
    openSide(false);
  },
});
const status = el("div", { class: "status", role: "status", hidden: true });
const skip = el("a", { class: "skip", href: "#messages" });
skip.addEventListener("click", (event) => {
  event.preventDefault();
  document.getElementById("messages").focus();
});
const veil = el("div", { class: "veil", onclick: () => openSide(false) });
const main = el(
  "main",
  { class: "chat" },
  head.element,
  calls.element,
  messages.element,
  hint.element,
  composer.element,
);
app.append(skip, side.element, veil, main, status);

const sideIsOpen = () => app.classList.contains("side-open");

/** On a phone: shows or hides the people and channels. */
function openSide(open) {
  app.classList.toggle("side-open", open);
  head.draw(open);
  if (open) side.element.querySelector("[aria-current], .person")?.focus({ preventScroll: true });
}

let drawing = false;
function drawSoon() {
  if (drawing) return;
  drawing = true;
  setTimeout(() => {
    drawing = false;
    draw();
  });
}

function draw() {
  speak(scene.me()?.locale ?? ofBrowser());
  skip.textContent = t("app.skip");
  status.hidden = world.connected;
  status.textContent = world.ready ? t("app.lost") : t("app.loading");
  side.draw();
  head.draw(sideIsOpen());
  messages.draw();
  hint.draw();
  composer.draw();
  const mentions = scene.pid ? world.calls(scene.pid).mentions : 0;
  const place = scene.nameOf(world.channel(scene.pid, scene.cid), true);
  const name = scene.me() ? `— ${displayName(scene.me())}` : "Longtable";
  document.title = [mentions ? `(${mentions})` : "", place, name].filter(Boolean).join(" ");
}

async function start() {
  draw();
  try {
    await world.start();
    arrive();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    status.textContent = t("app.lost");
    setTimeout(start, RETRY);
  }
}

/** Alt+1 to Alt+9 change the seat; Escape closes the side on a phone. */
function shortcut(event) {
  if (event.key === "Escape" && sideIsOpen()) openSide(false);
  const digit = event.altKey && !event.ctrlKey && !event.metaKey && event.code.match(/^Digit([1-9])$/)?.[1];
  const person = digit && world.people[digit - 1];
  if (!person) return;
  event.preventDefault();
  scene.sit(person.id);
}

world.addEventListener("change", drawSoon);
world.addEventListener("back", arrive);
world.addEventListener("mention", ({ detail }) => setTimeout(() => calls.show(detail), 200));
addEventListener("hashchange", arrive);
addEventListener("focus", () => scene.seen());
addEventListener("keydown", shortcut);
keepTime();
start();
