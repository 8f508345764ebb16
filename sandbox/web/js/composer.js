// Where one writes: plain messages, and commands with their options and choices.

import { commandForm } from "./command_form.js";
import { complete, matching, shownName, shownPath } from "./command_line.js";
import { displayName, el, icon, iconButton } from "./dom.js";
import { door } from "./door.js";
import { namesFor, putName, withMentions } from "./mentions.js";
import { suggestions } from "./suggestions.js";
import { t } from "./texts/index.js";
import { THREADS } from "./world.js";

const phone = matchMedia("(max-width: 760px)");

/** `onCommands()` is called when this person's commands are known, or known anew. */
export function composerView(scene, { onCommands }) {
  const list = suggestions({ onPick: pick });
  const text = el("textarea", {
    class: "say",
    rows: "1",
    autocomplete: "off",
    spellcheck: "true",
    enterkeyhint: "send",
    role: "combobox",
    "aria-expanded": "false",
    "aria-controls": "suggest-list",
    "aria-autocomplete": "list",
  });
  const problem = el("p", { class: "problem", role: "alert" });
  const form = commandForm({ scene, list, problem, onSend: submit, onLeave: leave });
  const notice = el("p", { class: "notice" });
  const send = iconButton("send", "", submit, "icon-button send");
  const bar = el("div", { class: "bar" }, text, form.element, send);
  const element = el("div", { class: "composer" }, list.element, notice, bar, problem);
  let commands = [];
  let menus = [];
  let loadedFor = "";
  let loading = Promise.resolve();
  let place = "";
  const drafts = new Map();
  phone.addEventListener("change", () => draw());

  text.addEventListener("input", () => {
    problem.textContent = "";
    grow();
    typed();
  });
  text.addEventListener("keydown", (event) => {
    if (list.takes(event)) return;
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      submit();
    } else if (event.key === "Escape") list.hide();
  });
  text.addEventListener("blur", () => list.hide());
  text.addEventListener("focus", () => text.value.startsWith("/") && typed());

  function pick(item) {
    if (item.command) return begin(item.command, "");
    if (!item.mention || form.open) return form.pick(item);
    putName(text, item);
    grow();
    return list.hide();
  }

  function grow() {
    text.style.setProperty("height", "auto");
    text.style.setProperty("height", `${Math.min(text.scrollHeight, 160)}px`);
  }

  /** Asks for the commands of this person in this channel, if that has not been done yet. */
  async function loadCommands(again = false) {
    const asleep = scene.world.channel(scene.pid, scene.cid)?.archived;
    const key = [scene.pid, scene.cid, scene.me()?.locale, scene.world.bot?.online, asleep].join("/");
    if (key === loadedFor && !again) return loading;
    loadedFor = key;
    loading = door.commands(scene.pid, scene.cid).then(
      (answer) => {
        if (loadedFor !== key) return;
        ({ commands, menus } = answer);
        onCommands();
      },
      () => {
        if (loadedFor === key) loadedFor = "";
      },
    );
    return loading;
  }

  function typed() {
    if (!text.value.startsWith("/") || text.value.includes("\n")) return offerNames();
    if (text.value === "/")
      loadCommands(true).then(
        () => document.activeElement === text && text.value.startsWith("/") && offerCommands(),
      );
    return offerCommands();
  }

  function offerNames() {
    const names = namesFor(text, scene);
    if (!names?.length) return list.hide();
    return list.show(text, t("composer.people"), names);
  }

  function offerCommands() {
    const whole = complete(commands, text.value);
    const longer =
      whole &&
      commands.some(
        (other) => other !== whole.command && shownPath(other).startsWith(`${shownPath(whole.command)} `),
      );
    if (whole?.ended && !longer) return begin(whole.command, whole.rest);
    const found = matching(commands, text.value.slice(1));
    const items = found.map((one) => ({
      label: `/${shownPath(one)}`,
      detail: one.options
        .filter(({ required }) => required)
        .map(shownName)
        .join("  "),
      note: one.description_localized || one.description,
      command: one,
    }));
    return list.show(text, t("composer.commands"), items, {
      text: items.length ? "" : t(commands.length ? "composer.nocommands" : "composer.none.yet"),
    });
  }

  function begin(command, rest) {
    text.value = "";
    element.classList.add("commanding");
    form.begin(command, rest);
  }

  /** Back to plain text, which begins with what is left of the command. */
  function leave(left) {
    back(left);
    text.focus();
    typed();
  }

  function back(left) {
    element.classList.remove("commanding");
    text.value = left;
    grow();
  }

  async function submit() {
    problem.textContent = "";
    if (form.open) {
      const sent = form.read();
      if (!sent) return;
      form.clear();
      leave("");
      scene.run(sent.path, sent.options, sent.label);
      return;
    }
    const content = text.value.trim();
    if (!content) return;
    if (content.startsWith("/")) {
      await loadCommands();
      const whole = complete(commands, content);
      if (whole) begin(whole.command, whole.rest);
      else problem.textContent = t(commands.length ? "composer.nocommands" : "composer.none.yet");
      return;
    }
    text.value = "";
    grow();
    try {
      await door.say(scene.pid, scene.cid, withMentions(content, scene));
    } catch (error) {
      text.value = content;
      grow();
      problem.textContent = scene.reason(error);
    }
  }

  function words() {
    text.setAttribute("aria-label", t("composer.title"));
    send.setAttribute("aria-label", t("composer.send"));
    send.title = t("composer.send");
  }

  function draw() {
    const channel = scene.world.channel(scene.pid, scene.cid);
    const here = `${scene.pid}/${scene.cid}`;
    if (here !== place) {
      if (place && !form.open) drafts.set(place, text.value);
      place = here;
      form.clear();
      back(drafts.get(here) ?? "");
    }
    element.hidden = !channel;
    if (!channel) return;
    loadCommands();
    words();
    text.placeholder = phone.matches
      ? t("composer.placeholder.short")
      : t("composer.placeholder", { name: scene.nameOf(channel, true) });
    const bot = scene.world.bot;
    notice.textContent =
      bot && !bot.online
        ? t("composer.offline", { name: displayName(bot) })
        : THREADS.has(channel.type) && channel.archived
          ? t("composer.archived")
          : "";
    notice.hidden = !notice.textContent;
    if (!notice.hidden) notice.prepend(icon("warning"));
  }

  /** Puts a text into the composer as if it had been typed. */
  function type(typedText) {
    form.clear();
    leave(typedText);
  }

  /** What this person calls the command or menu; its path as long as that is not known. */
  function nameOf(path) {
    const command = commands.find((one) => one.path === path);
    return command ? shownPath(command) : (menus.find(({ name }) => name === path)?.name_localized ?? path);
  }

  return { element, draw, type, nameOf };
}
