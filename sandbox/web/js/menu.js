// The context menu of a message or a person: the bot's commands for it, and what can be done with a message.

import { openDialog } from "./dialogs.js";
import { displayName, el } from "./dom.js";
import { door } from "./door.js";
import { t } from "./texts/index.js";

const EDGE = 8;
const LONG_PRESS = 500;
const STILL = 10;

/**
 * Asks what can be done with a message and its author, or with `user` alone, and does what is chosen.
 * The menu opens at the point `at`; without one, and on a phone, at its usual place.
 */
export async function openMenu({ message, user = message.author, at = null }, scene) {
  const name = displayName(user);
  const list = el("div", { class: "menu-list", role: "menu", onkeydown: walk });
  const title = message ? t("messages.apps") : t("menu.person", { name });
  const dialog = openDialog({ className: "menu-dialog", title }, list);
  if (at) dialog.classList.add("at-point");
  const place = () => {
    if (!at) return;
    const { width, height } = dialog.getBoundingClientRect();
    dialog.style.setProperty("--left", `${Math.max(EDGE, Math.min(at.x, innerWidth - width - EDGE))}px`);
    dialog.style.setProperty("--top", `${Math.max(EDGE, Math.min(at.y, innerHeight - height - EDGE))}px`);
  };
  place();
  const entry = (text, deed, className = "menu-item") =>
    el("button", {
      type: "button",
      class: className,
      role: "menuitem",
      text,
      onclick() {
        dialog.close();
        deed();
      },
    });
  try {
    const { menus } = await door.commands(scene.pid, message?.channel_id ?? scene.cid);
    const group = (kind, heading, target) => {
      const found = menus.filter(({ type }) => type === kind);
      if (!found.length) return null;
      const entries = found.map(({ name: command, name_localized: shown }) =>
        entry(shown, () => scene.use(kind, command, target, shown)),
      );
      return el(
        "div",
        { class: "menu-group", role: "group", "aria-label": heading },
        el("h3", { "aria-hidden": "true", text: heading }),
        entries,
      );
    };
    const groups = [
      message && group("message", t("menu.message"), message.id),
      group("user", t("menu.user", { name }), user.id),
    ].filter(Boolean);
    if (groups.length) list.append(...groups);
    else list.append(el("p", { text: t("menu.none") }));
    if (message && scene.mayDelete(message))
      list.append(entry(t("messages.delete"), () => scene.remove(message), "menu-item danger"));
  } catch (error) {
    list.append(el("p", { class: "failure", role: "alert", text: scene.reason(error) }));
  }
  place();
  list.querySelector("button")?.focus();

  /** Arrow keys, Home and End walk through the menu, a letter goes to what begins with it. */
  function walk(event) {
    const items = [...list.querySelectorAll("button")];
    const here = items.indexOf(document.activeElement);
    const steps = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: items.length - 1 };
    let to = steps[event.key];
    if (to === undefined && event.key.length === 1 && event.key !== " ") {
      const letter = event.key.toLowerCase();
      const turned = [...items.slice(here + 1), ...items.slice(0, here + 1)];
      to = items.indexOf(turned.find(({ textContent }) => textContent.toLowerCase().startsWith(letter)));
      if (to < 0) return;
    }
    if (to === undefined || !items.length) return;
    event.preventDefault();
    items[(to + items.length) % items.length].focus();
  }
}

/** Where the browser's own menu is of more use, as it is for a marked text; a finger gets it nowhere else. */
const TYPED = "a, input, textarea";
const PICTURES = "figure";

/**
 * Opens a menu on `element` by the right button, by the keyboard's menu key and by a long press.
 * `subject(target)` says what it is about: {message} or {user}, or null for the browser's own menu.
 */
export function offerMenu(element, subject, scene) {
  let pressed = null; // {x, y, timer} while a finger lies on the element
  let marked = false; // whether text was marked before the press: some browsers mark the word below it
  let opened = 0;
  const open = (target, at) => {
    const about = subject(target);
    if (!about) return false;
    opened = Date.now();
    openMenu({ ...about, at }, scene);
    return true;
  };
  const lift = () => {
    clearTimeout(pressed?.timer);
    pressed = null;
  };
  element.addEventListener("contextmenu", (event) => {
    // A long press says so itself on some phones, after the menu is open.
    if (Date.now() - opened < 2 * LONG_PRESS) return event.preventDefault();
    if (marked || event.target.closest(TYPED) || (!pressed && event.target.closest(PICTURES))) return;
    lift();
    const box = event.target.getBoundingClientRect();
    const byKey = event.clientX === 0 && event.clientY === 0;
    const at = byKey ? { x: box.left, y: box.bottom } : { x: event.clientX, y: event.clientY };
    if (open(event.target, at)) event.preventDefault();
  });
  element.addEventListener("pointerdown", (event) => {
    lift();
    marked = !getSelection().isCollapsed;
    if (event.pointerType !== "touch" || event.target.closest(TYPED)) return;
    const { clientX: x, clientY: y, target } = event;
    const timer = setTimeout(() => {
      lift();
      if (open(target, { x, y })) swallowClick(element);
    }, LONG_PRESS);
    pressed = { x, y, timer };
  });
  element.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (pressed && Math.hypot(clientX - pressed.x, clientY - pressed.y) > STILL) lift();
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) element.addEventListener(end, lift);
}

/** The click that ends a long press on a button is none. */
function swallowClick(element) {
  const swallow = (event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  element.addEventListener("click", swallow, { capture: true, once: true });
  addEventListener(
    "pointerup",
    () => setTimeout(() => element.removeEventListener("click", swallow, { capture: true })),
    { once: true, capture: true },
  );
}
