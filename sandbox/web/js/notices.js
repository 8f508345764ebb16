// What asks for attention: the hint of a first visit, and calls to people who are not looking.

import { displayName, el, keyed, portrait } from "./dom.js";
import { spoken, t } from "./texts/index.js";
import { moment } from "./time.js";
import { DIRECT, TEXT } from "./world.js";

const FIRST_COMMAND = "play";
const HINTED = "longtable.hinted";
const CALL = 9000;

/**
 * The card that says what to type, until it has been read or a command was sent. `nameOf(path)` is what this
 * person calls a command, `onTry(text)` types it.
 */
export function hintView(scene, { nameOf, onTry }) {
  const element = el("aside", { class: "hint", hidden: true });
  const close = () => {
    localStorage.setItem(HINTED, "yes");
    element.hidden = true;
  };

  function card(command) {
    const key = matchMedia("(pointer: coarse)").matches ? "hint.touch" : "hint.body";
    const [before, after] = t(key, { command: "\0" }).split("\0");
    return el(
      "div",
      { class: "hint-card" },
      el("h3", { text: t("hint.title") }),
      el("p", {}, before, el("code", { text: command }), after),
      el(
        "div",
        { class: "row" },
        el("button", {
          type: "button",
          class: "button primary",
          text: t("hint.try"),
          onclick: () => onTry(command),
        }),
        el("button", { type: "button", class: "button secondary", text: t("hint.close"), onclick: close }),
      ),
    );
  }

  function draw() {
    const channel = scene.world.channel(scene.pid, scene.cid);
    element.hidden = localStorage.getItem(HINTED) !== null || channel?.type !== TEXT;
    if (element.hidden) return;
    const command = `/${nameOf(FIRST_COMMAND)}`;
    keyed(element, [{ key: "hint", sign: [spoken(), command], make: () => card(command) }]);
  }

  return { element, draw, close };
}

/**
 * Mentions of people who are not looking, with what their telephone would say; one tap goes there as them.
 * They stand above the messages and cover none; `onGrow(pixels)` hears how much room they take from them.
 */
export function callsView(scene, { onAnswer, onGrow }) {
  const element = el("div", { class: "calls", role: "status" });

  function change(deed) {
    const before = element.offsetHeight;
    deed();
    onGrow(element.offsetHeight - before);
  }

  function show({ pid, channel_id: cid, push }) {
    const person = scene.world.person(pid);
    const looking = pid === scene.pid && cid === scene.cid && document.visibilityState === "visible";
    if (looking || !person) return;
    const name = displayName(person);
    const channel = scene.world.channel(pid, cid);
    const key = channel?.type === DIRECT ? "people.written" : "people.called";
    const card = el(
      "button",
      { type: "button", class: "call", "data-for": pid, "data-place": cid, title: t("people.go", { name }) },
      portrait(person, "portrait small"),
      el(
        "span",
        { class: "call-words" },
        el("span", { text: t(key, { name, channel: scene.nameOf(channel, true) || "…" }) }),
        el("span", { class: "call-push" }, push.parts.length ? words(push.parts) : t("people.push.empty")),
      ),
    );
    card.addEventListener("click", () => onAnswer(pid, cid));
    change(() => {
      element.querySelector(`[data-for="${pid}"]`)?.remove();
      element.append(card);
    });
    setTimeout(() => change(() => card.remove()), CALL);
  }

  /** Moments are said in the language and time zone of the page. */
  const words = (parts) =>
    parts.map((part) => (typeof part === "string" ? part : moment(part.moment, part.style ?? undefined)));

  /** Takes away the call that has just been answered. */
  function answered() {
    const card = element.querySelector(`[data-for="${scene.pid}"]`);
    if (card?.dataset.place === scene.cid) change(() => card.remove());
  }

  return { element, show, answered };
}
