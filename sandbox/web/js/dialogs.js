// Windows over the page: a frame for them, and a picture at full size.

import { el, iconButton } from "./dom.js";
import { t } from "./texts/index.js";

/**
 * Shows a modal dialog with a title and a close button; it is taken away when closed. A `steady` one is not
 * closed by a click beside it: what was typed would be lost.
 */
export function openDialog({ className, title, steady = false }, ...content) {
  const dialog = el(
    "dialog",
    { class: `dialog ${className}`, "aria-label": title },
    el(
      "header",
      { class: "dialog-head" },
      el("h2", { text: title }),
      iconButton("close", t("settings.close"), () => dialog.close()),
    ),
    ...content,
  );
  dialog.addEventListener("close", () => dialog.remove());
  if (!steady) dialog.addEventListener("pointerdown", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** The picture on its own, as large as the screen allows, with its whole description; a click switches to its real size. */
export function showPicture(source, alt) {
  const image = el("img", { src: source, alt: alt || t("messages.picture.plain") });
  const zoom = el(
    "button",
    { type: "button", title: t("messages.picture.real"), "aria-pressed": "false" },
    image,
  );
  const view = el("div", { class: "full-picture" }, zoom);
  zoom.addEventListener("click", () => zoom.setAttribute("aria-pressed", view.classList.toggle("real")));
  openDialog(
    { className: "picture-dialog", title: t("messages.picture.plain") },
    view,
    alt && el("p", { class: "full-alt", text: alt }),
    el(
      "p",
      { class: "full-link" },
      el("a", {
        href: source,
        target: "_blank",
        rel: "noreferrer noopener",
        text: t("messages.picture.open"),
      }),
    ),
  );
}
