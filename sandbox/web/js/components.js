// Discord's components in a message: rows, buttons, selects, and the layout parts of version 2.

import { el, fileAddress, icon, safeLink } from "./dom.js";
import { size } from "./files.js";
import { emoji, markdown } from "./markdown.js";
import { optionsOf, selectMenu } from "./select.js";
import { t } from "./texts/index.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "primary" };
const SELECTS = new Set([3, 5, 6, 7, 8]);

/** The nodes of a message's components. */
export function components(parts, message, scene) {
  return (parts ?? []).map((part) => component(part, message, scene)).filter(Boolean);
}

function component(part, message, scene) {
  switch (part.type) {
    case 1:
      return el("div", { class: "row" }, components(part.components, message, scene));
    case 2:
      return button(part, message, scene);
    case 9:
      return el(
        "div",
        { class: "section" },
        el("div", { class: "section-text" }, components(part.components, message, scene)),
        el("div", { class: "section-accessory" }, component(part.accessory, message, scene)),
      );
    case 10:
      return el("div", { class: "text" }, markdown(part.content, scene.where));
    case 11:
      return picture(part, scene, "thumbnail");
    case 12:
      return gallery(part.items, scene);
    case 13:
      return attachment({
        ...part.file,
        filename: part.name ?? nameOf(part.file),
        size: part.size,
      });
    case 14:
      return el("hr", {
        class: `separator space-${part.spacing ?? 1}${part.divider === false ? " bare" : ""}`,
      });
    case 17:
      return container(part, message, scene);
    default:
      return SELECTS.has(part.type) ? select(part, message, scene) : null;
  }
}

function container(part, message, scene) {
  const colour =
    typeof part.accent_color === "number" ? `#${part.accent_color.toString(16).padStart(6, "0")}` : null;
  const box = el("div", {
    class: colour ? "container accent" : "container",
    style: colour ? { "--accent": colour } : {},
  });
  box.append(...components(part.components, message, scene));
  return part.spoiler ? covered(box) : box;
}

function covered(content) {
  const cover = el("button", { type: "button", class: "cover", text: t("messages.spoiler") });
  const frame = el("div", { class: "covered" }, content, cover);
  cover.addEventListener("click", () => {
    frame.classList.remove("covered");
    cover.remove();
  });
  return frame;
}

function button(part, message, scene) {
  const face = [
    part.emoji && emoji(part.emoji),
    part.label && el("span", { class: "button-label", text: part.label }),
  ];
  const style = STYLES[part.style] ?? "secondary";
  if (part.style === 5) {
    const href = part.disabled ? null : safeLink(part.url);
    return el(
      "a",
      {
        class: "button link",
        href,
        target: "_blank",
        rel: "noreferrer noopener",
        "aria-disabled": href === null,
        title: t("component.link"),
      },
      face,
      icon("link"),
    );
  }
  const busy = scene.busy(message) === part.custom_id;
  return el(
    "button",
    {
      type: "button",
      class: `button ${style}`,
      disabled: part.disabled === true,
      "aria-busy": busy,
      "aria-label": part.label ? null : part.emoji?.name,
      title: busy ? t("component.busy") : null,
      "data-focus": part.custom_id,
      "data-custom-id": part.custom_id,
      onclick: () => busy || scene.press(message, part),
    },
    face,
  );
}

function select(part, message, scene) {
  const options = optionsOf(part, scene);
  const chosen =
    scene.chosen(message, part.custom_id) ??
    options.filter(({ selected }) => selected).map(({ value }) => value);
  return selectMenu({
    component: part,
    options,
    values: chosen,
    busy: scene.busy(message) === part.custom_id,
    onChange: (values) => scene.press(message, part, values),
  });
}

const nameOf = ({ url }) => (url ?? "").split(/[?#]/)[0].split("/").pop() || "?";

/** Pictures together: one alone in the box that clients have for it, several as a mosaic that crops them. */
export function gallery(items, scene) {
  const several = items.length > 1;
  return el(
    "div",
    { class: several ? "gallery mosaic" : "gallery", "data-pictures": items.length },
    items.map((item) => picture(item, scene, "picture")),
  );
}

/** A picture with its description: ALT shows it, a click shows the picture at full size. */
export function picture(item, scene, className) {
  const media = item.media ?? item;
  const source = fileAddress(media.url);
  const alt = item.description ?? media.description ?? "";
  if (!source) return el("span", { class: "lost", text: t("messages.picture.plain") });
  const image = el("img", {
    src: source,
    alt: alt || t("messages.picture.plain"),
    width: media.width || null,
    height: media.height || null,
    draggable: "false",
  });
  const frame = el(
    "figure",
    {
      class: className,
      style: media.width && media.height ? { "--ratio": `${media.width} / ${media.height}` } : {},
    },
    el(
      "button",
      {
        type: "button",
        class: "picture-button",
        title: t("messages.picture"),
        "data-focus": `picture-${source}`,
        onclick: () => scene.showPicture(source, alt),
      },
      image,
    ),
    alt &&
      el(
        "details",
        { class: "alt" },
        el("summary", { title: t("messages.alt.show"), text: t("messages.alt") }),
        el("p", { text: alt }),
      ),
  );
  return item.spoiler ? covered(frame) : frame;
}

/** A file to download. */
export function attachment({ url, filename, size: bytes }) {
  return el(
    "a",
    {
      class: "file",
      href: fileAddress(url),
      download: filename,
      title: t("messages.download", { name: filename }),
    },
    icon("file", "icon large"),
    el(
      "span",
      { class: "file-words" },
      el("span", { class: "file-name", text: filename }),
      bytes ? el("span", { class: "file-size", text: size(bytes) }) : null,
    ),
    icon("download"),
  );
}
