// Building the page: elements, icons and keyed lists. Nothing here or above parses HTML.

const SVG = "http://www.w3.org/2000/svg";

/**
 * A new element. Attributes: functions become listeners (`onclick`), booleans are set or left out,
 * `text` is its text, `style` an object of custom properties. Children: nodes, strings, arrays, or nothing.
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null) continue;
    if (name.startsWith("aria-")) element.setAttribute(name, String(value));
    else if (value === false) continue;
    else if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (name === "text") element.textContent = value;
    else if (name === "style")
      for (const [key, v] of Object.entries(value)) element.style.setProperty(key, v);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

export function append(parent, children) {
  for (const child of children) {
    if (child === undefined || child === null || child === false) continue;
    if (Array.isArray(child)) append(parent, child);
    else parent.append(child);
  }
  return parent;
}

const STROKES = {
  hash: "M9.500 4 7.500 20M16.500 4l-2 16M4.500 9h16M3.500 15h16",
  thread: "M4 5h16v11h-8l-5 4v-4H4zM8 9h8M8 12h5",
  at: "M15.500 12a3.500 3.500 0 1 1-7 0 3.500 3.500 0 0 1 7 0zm0-3.500V13a2.500 2.500 0 0 0 5 0v-1a8.500 8.500 0 1 0-3.500 6.900",
  sliders: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.500v5M9 14.500v5",
  bolt: "M13 3 5 14h6l-1 7 8-11h-6z",
  close: "M6 6l12 12M18 6 6 18",
  send: "M4 12 20 4l-5 16-4-6.500zM11 13.500 20 4",
  menu: "M4 7h16M4 12h16M4 17h16",
  link: "M13 5h6v6M19 5l-9 9M10 6H5v13h13v-5",
  download: "M12 4v11M7.500 11 12 15.500 16.500 11M5 20h14",
  chevron: "M7 10l5 5 5-5",
  trash: "M5 7h14M10 7V4.500h4V7M7 7l1 13h8l1-13M10.500 11v5.500M13.500 11v5.500",
  pin: "M9 4h6l-1 6 4 4H6l4-4zM12 14v6",
  more: "M5.500 12h.100M12 12h.100M18.500 12h.100",
  eye: "M3 12c2.500-4 5.500-6 9-6s6.500 2 9 6c-2.500 4-5.500 6-9 6s-6.500-2-9-6zm9-2.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z",
  check: "M5 12.500 10 17.500 19 7",
  warning: "M12 4 21 20H3zM12 10v5M12 17.500v.100",
  lock: "M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3",
  file: "M7 3h7l4 4v14H7zM14 3v4h4",
  down: "M12 5v14M6 13l6 6 6-6",
  reply: "M5 18v-5a3 3 0 0 1 3-3h11M15 6l4 4-4 4",
  box: "M4 5h16v4H4zM6 9v10h12V9M10 13h4",
};

/** A line icon on a 24-unit grid, hidden from screen readers: its button carries the label. */
export function icon(name, className = "icon") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", className);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", STROKES[name]);
  svg.append(path);
  return svg;
}

/** A button that shows an icon and says `label`. */
export function iconButton(name, label, onclick, className = "icon-button") {
  return el(
    "button",
    { type: "button", class: className, "aria-label": label, title: label, onclick },
    icon(name),
  );
}

const same = (a, b) => a.length === b.length && a.every((value, i) => Object.is(value, b[i]));

/**
 * Makes the children of `parent` follow `entries` ({key, sign: [values], make: () => Element}).
 * An element is made again only when one of the values in its `sign` changed; the keyboard focus inside it
 * stays on the part with the same `data-focus`.
 */
export function keyed(parent, entries) {
  const before = new Map();
  for (const child of parent.children) before.set(child.keyedAs, child);
  const focused = parent.contains(document.activeElement) ? document.activeElement : null;
  const owner = focused && [...parent.children].find((child) => child.contains(focused));
  const focus = focused?.dataset?.focus;
  const wanted = entries.map(({ key, sign, make }) => {
    const old = before.get(key);
    if (old && same(old.keyedSign, sign)) return old;
    const element = make();
    element.keyedAs = key;
    element.keyedSign = sign;
    return element;
  });
  const stay = new Set(wanted);
  for (const child of [...parent.children]) if (!stay.has(child)) child.remove();
  wanted.forEach((element, i) => {
    if (parent.children[i] !== element) parent.insertBefore(element, parent.children[i] ?? null);
  });
  if (owner && focus && !stay.has(owner)) {
    const heir = wanted.find((element) => element.keyedAs === owner.keyedAs);
    heir?.querySelector(`[data-focus="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
  }
}

/** `url` when a link may lead there (http and https only), otherwise null. */
export function safeLink(url) {
  try {
    const parsed = new URL(url, location.href);
    return parsed.protocol === "http:" || parsed.protocol === "https:" ? parsed.href : null;
  } catch {
    return null;
  }
}

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** The address of a picture or file: the sandbox's own files are asked for on the page's own origin. */
export function fileAddress(url) {
  const link = url && safeLink(url);
  if (!link) return null;
  const parsed = new URL(link);
  return LOOPBACK.has(parsed.hostname) ? parsed.pathname + parsed.search : link;
}

const OWN_FACE = /^\/embed\/avatars\//;
const FACES = 6;

/** A round portrait of a user or person. Without a picture of their own, people get their initial, the bot its sign. */
export function portrait(user, className = "portrait") {
  const own = user?.avatar_url
    ? fileAddress(user.avatar_url)
    : user?.avatar
      ? `/avatars/${user.id}/${user.avatar}.png`
      : null;
  const source = own && !OWN_FACE.test(own) ? own : user?.bot ? "/icon.svg" : null;
  const face = user?.id ? Number(BigInt(user.id) % BigInt(FACES)) : 0;
  const letter = el("span", {
    class: `${className} letter face-${face}`,
    "aria-hidden": "true",
    text: [...displayName(user)][0],
  });
  if (!source) return letter;
  const image = el("img", { class: className, src: source, alt: "", draggable: "false" });
  image.addEventListener("error", () => image.replaceWith(letter), { once: true });
  return image;
}

export function displayName(user) {
  return user?.global_name || user?.username || "?";
}
