// The list above the composer: commands, options and choices, walked with the arrow keys.

import { el, portrait } from "./dom.js";

/**
 * `items`: {label, note?, detail?, user?, value}. The text field keeps the focus and points at the active
 * item; `field` is that text field.
 */
export function suggestions({ onPick }) {
  const title = el("div", { class: "suggest-title", id: "suggest-title" });
  const list = el("div", {
    class: "suggest-list",
    role: "listbox",
    id: "suggest-list",
    "aria-labelledby": "suggest-title",
  });
  const note = el("div", { class: "suggest-note", role: "status" });
  const element = el("div", { class: "suggest", hidden: true }, title, list, note);
  element.addEventListener("pointerdown", (event) => event.preventDefault());
  let items = [];
  let active = -1;
  let field = null;

  function point() {
    [...list.children].forEach((row, i) => {
      row.classList.toggle("active", i === active);
      row.setAttribute("aria-selected", String(i === active));
    });
    list.children[active]?.scrollIntoView({ block: "nearest" });
    if (!field) return;
    field.setAttribute("aria-expanded", String(!element.hidden && items.length > 0));
    if (active >= 0) field.setAttribute("aria-activedescendant", `suggest-${active}`);
    else field.removeAttribute("aria-activedescendant");
  }

  function move(step) {
    active = active < 0 ? (step > 0 ? 0 : items.length - 1) : (active + step + items.length) % items.length;
    point();
  }

  return {
    element,
    show(newField, heading, newItems, { text = "", first = 0 } = {}) {
      if (field && field !== newField) field.setAttribute("aria-expanded", "false");
      field = newField;
      items = newItems;
      active = items.length ? first : -1;
      title.textContent = heading;
      title.hidden = !heading;
      note.textContent = text;
      list.replaceChildren(...items.map(row));
      element.hidden = !items.length && !text;
      point();
    },
    hide() {
      items = [];
      active = -1;
      element.hidden = true;
      list.replaceChildren();
      note.textContent = "";
      point();
    },
    /** Whether a key pressed in the field was for the list: arrows walk, Enter and Tab pick. */
    takes(event) {
      if (event.isComposing || element.hidden || !items.length) return false;
      if (event.key === "ArrowDown" || event.key === "ArrowUp") move(event.key === "ArrowDown" ? 1 : -1);
      else if ((event.key === "Enter" || event.key === "Tab") && !event.shiftKey && active >= 0)
        onPick(items[active]);
      else return false;
      event.preventDefault();
      return true;
    },
  };

  function row(item, i) {
    return el(
      "div",
      {
        class: "suggest-item",
        role: "option",
        id: `suggest-${i}`,
        "aria-selected": "false",
        onclick: () => onPick(item),
      },
      item.user && portrait(item.user, "portrait tiny"),
      el("span", { class: "suggest-label", text: item.label }),
      item.detail && el("span", { class: "suggest-detail", text: item.detail }),
      item.note && el("span", { class: "suggest-words", text: item.note }),
    );
  }
}
