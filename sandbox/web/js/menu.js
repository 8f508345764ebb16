// The context menu of a message: the bot's commands for it, and those for whoever wrote it.

import { openDialog } from "./dialogs.js";
import { displayName, el } from "./dom.js";
import { door } from "./door.js";
import { t } from "./texts/index.js";

/** Asks what can be done with a message and its author, and does what is chosen. */
export async function openMenu(message, scene) {
  const list = el("div", { class: "menu-list" });
  const dialog = openDialog("menu-dialog", t("messages.apps"), list);
  try {
    const { menus } = await door.commands(scene.pid, message.channel_id);
    const entry = ({ type, name, name_localized: shown }) =>
      el("button", {
        type: "button",
        class: "button secondary",
        text: shown,
        onclick: () => {
          dialog.close();
          scene.use(type, name, type === "user" ? message.author.id : message.id, shown);
        },
      });
    const group = (kind, title) => {
      const found = menus.filter(({ type }) => type === kind);
      return found.length ? [el("h3", { text: title }), found.map(entry)] : [];
    };
    list.append(
      ...[
        ...group("message", t("menu.message")),
        ...group("user", t("menu.user", { name: displayName(message.author) })),
      ].flat(),
    );
    if (!menus.length) list.append(el("p", { text: t("menu.none") }));
    list.querySelector("button")?.focus();
  } catch (error) {
    list.append(el("p", { class: "failure", role: "alert", text: scene.reason(error) }));
  }
}
