// Select menus: a button that opens a list, in messages and in modals.

import { append, el, icon, portrait } from "./dom.js";
import { emoji } from "./markdown.js";
import { t } from "./texts/index.js";
import { TEXT, THREADS } from "./world.js";

const [STRINGS, USERS, ROLES, MENTIONABLES, CHANNELS] = [3, 5, 6, 7, 8];

const GAP = 4;
const TALLEST = 340;

/** The options of any kind of select as {value, label, description?, emoji?, user?, selected}. */
export function optionsOf(component, scene) {
  const chosen = new Set((component.default_values ?? []).map(({ id }) => id));
  const guild = scene.world.channel(scene.pid, scene.cid)?.guild_id;
  const people = () =>
    scene.world.members(guild).map((user) => ({
      value: user.id,
      label: user.global_name || user.username,
      description: user.username,
      user,
      selected: chosen.has(user.id),
    }));
  const roles = () =>
    (scene.world.guilds.find(({ id }) => id === guild)?.roles ?? []).map(({ id, name }) => ({
      value: id,
      label: name.startsWith("@") ? name : `@${name}`,
      selected: chosen.has(id),
    }));
  switch (component.type) {
    case STRINGS:
      return component.options.map((option) => ({ ...option, selected: option.default === true }));
    case USERS:
      return people();
    case ROLES:
      return roles();
    case MENTIONABLES:
      return [...people(), ...roles()];
    case CHANNELS:
      return scene.world
        .channels(scene.pid)
        .filter(({ guild_id: owner }) => !guild || owner === guild)
        .filter(({ type }) =>
          component.channel_types?.length
            ? component.channel_types.includes(type)
            : type === TEXT || THREADS.has(type),
        )
        .map(({ id, name }) => ({ value: id, label: `#${name}`, selected: chosen.has(id) }));
    default:
      return [];
  }
}

/**
 * A select menu. `values` are chosen at first; `onChange(values)` is told of every finished choice.
 * Arrow keys, Home, End, first letters, Enter, Space and Escape work as in a native list.
 */
export function selectMenu({ component, options, values, busy = false, label, onChange }) {
  const min = component.min_values ?? 1;
  const max = component.max_values ?? 1;
  const many = max > 1;
  const listId = `list-${crypto.randomUUID()}`;
  let chosen = new Set(values);
  let active = -1;
  let typed = "";
  let typedAt = 0;

  const list = el("div", {
    class: "select-list",
    id: listId,
    role: "listbox",
    popover: "auto",
    tabindex: "-1",
    "aria-multiselectable": many,
    "aria-label": label ?? component.placeholder ?? t("select.choose"),
  });
  const face = el("span", { class: "select-face" });
  const button = el(
    "button",
    {
      type: "button",
      class: "select",
      role: "combobox",
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      "aria-controls": listId,
      "aria-busy": busy,
      "aria-label": label ?? component.placeholder ?? t("select.choose"),
      disabled: component.disabled === true || busy,
      "data-focus": component.custom_id,
      "data-custom-id": component.custom_id,
      onclick: () => toggle(),
      onkeydown: keyOnButton,
    },
    face,
    icon("chevron", "icon select-arrow"),
  );
  list.addEventListener("keydown", keyInList);
  list.addEventListener("toggle", ({ newState }) => {
    button.setAttribute("aria-expanded", String(newState === "open"));
    if (newState !== "closed") return;
    removeEventListener("scroll", place, true);
    if (many && !equal(chosen, new Set(values))) commit();
    else chosen = new Set(values);
    showFace();
  });

  function showFace() {
    const shown = options.filter(({ value }) => chosen.has(value));
    face.replaceChildren();
    face.classList.toggle("placeholder", shown.length === 0);
    if (!shown.length) face.append(component.placeholder || t("select.choose"));
    append(
      face,
      shown.map((option) =>
        el("span", { class: many ? "select-chip" : "select-one" }, picture(option), option.label),
      ),
    );
  }

  function draw() {
    const rows = options.map((option, i) =>
      el(
        "div",
        {
          class: i === active ? "select-option active" : "select-option",
          role: "option",
          id: `${listId}-${i}`,
          "aria-selected": String(chosen.has(option.value)),
          onclick: () => pick(i),
          onpointermove: () => i !== active && move(i, false),
        },
        picture(option),
        el(
          "span",
          { class: "select-words" },
          el("span", { class: "select-label", text: option.label }),
          option.description && el("span", { class: "select-note", text: option.description }),
        ),
        el("span", { class: many ? "tick box" : "tick" }, chosen.has(option.value) && icon("check")),
      ),
    );
    const note = many
      ? el(
          "div",
          { class: "select-foot" },
          el("span", {
            text: min === max ? t("select.exact", { count: max }) : t("select.count", { min, max }),
          }),
          el("button", {
            type: "button",
            class: "button primary",
            text: t("select.done"),
            disabled: chosen.size < min || chosen.size > max,
            onclick: () => list.hidePopover(),
          }),
        )
      : null;
    list.replaceChildren(
      ...(rows.length ? rows : [el("div", { class: "select-empty", text: t("select.none") })]),
    );
    append(list, [note]);
    if (active >= 0) list.setAttribute("aria-activedescendant", `${listId}-${active}`);
  }

  function toggle() {
    if (list.matches(":popover-open")) list.hidePopover();
    else open();
  }

  function open() {
    active = Math.max(
      0,
      options.findIndex(({ value }) => chosen.has(value)),
    );
    draw();
    list.showPopover();
    place();
    addEventListener("scroll", place, true);
    list.focus();
    show();
  }

  function place(event) {
    if (event?.target === list) return;
    const box = button.getBoundingClientRect();
    const below = innerHeight - box.bottom - 12;
    const above = box.top - 12;
    const up = below < Math.min(TALLEST, list.scrollHeight) && above > below;
    list.style.setProperty("left", `${Math.max(8, Math.min(box.left, innerWidth - box.width - 8))}px`);
    list.style.setProperty("width", `${box.width}px`);
    list.style.setProperty("max-height", `${Math.min(TALLEST, up ? above : below)}px`);
    list.style.setProperty("top", up ? "auto" : `${box.bottom + GAP}px`);
    list.style.setProperty("bottom", up ? `${innerHeight - box.top + GAP}px` : "auto");
  }

  const show = () => list.children[active]?.scrollIntoView({ block: "nearest" });

  function move(to, follow = true) {
    list.children[active]?.classList.remove("active");
    active = Math.max(0, Math.min(options.length - 1, to));
    list.children[active]?.classList.add("active");
    list.setAttribute("aria-activedescendant", `${listId}-${active}`);
    if (follow) show();
  }

  function pick(i) {
    const { value } = options[i];
    active = i;
    if (many) {
      if (!chosen.delete(value) && chosen.size < max) chosen.add(value);
      draw();
      return;
    }
    chosen = chosen.has(value) && min === 0 ? new Set() : new Set([value]);
    commit();
    list.hidePopover();
    button.focus();
  }

  function commit() {
    if (chosen.size < min || chosen.size > max) {
      chosen = new Set(values);
      return;
    }
    values = options.map(({ value }) => value).filter((value) => chosen.has(value));
    onChange(values);
  }

  function keyOnButton(event) {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    open();
  }

  function keyInList(event) {
    const moves = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: options.length - 1 };
    if (event.key in moves) move(moves[event.key]);
    else if (event.target.closest("button")) return;
    else if ((event.key === "Enter" || event.key === " ") && options[active]) pick(active);
    else if (event.key === "Tab" && !many) list.hidePopover();
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) jump(event.key);
    else return;
    if (event.key !== "Tab") event.preventDefault();
  }

  function jump(letter) {
    typed = Date.now() - typedAt > 700 ? letter : typed + letter;
    typedAt = Date.now();
    const at = options.findIndex(({ label: text }) => text.toLowerCase().startsWith(typed.toLowerCase()));
    if (at >= 0) move(at);
  }

  showFace();
  return el("div", { class: "select-frame" }, button, list);
}

const picture = (option) =>
  option.user ? portrait(option.user, "portrait tiny") : option.emoji ? emoji(option.emoji) : null;
const equal = (a, b) => a.size === b.size && [...a].every((value) => b.has(value));
