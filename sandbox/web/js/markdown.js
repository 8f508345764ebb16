// Discord's markdown as nodes: text never becomes HTML. `markup.js` reads it, here it is drawn.

import { el, icon, safeLink } from "./dom.js";
import { readBlocks, readInline } from "./markup.js";
import { moment } from "./time.js";
import { t } from "./texts/index.js";
import { THREADS } from "./world.js";

/**
 * The nodes for a text. `where` answers what the text cannot know: `userName(id)`, `channel(id)`,
 * `isMe(id)`, `commandName(path)` and `goTo(channelId)`.
 */
export function markdown(text, where) {
  return blocks(readBlocks(text).blocks, where);
}

/** Nodes for one run of text: emphasis, code, links, mentions, moments and emojis. */
export function inline(text, where) {
  return drawn(readInline(text).nodes, where);
}

function blocks(read, where) {
  const out = document.createDocumentFragment();
  for (const block of read) out.append(BLOCKS[block.type](block, where));
  return out;
}

const BLOCKS = {
  pre: ({ text }) => el("pre", {}, el("code", { text })),
  paragraph: ({ children }, where) => el("p", {}, drawn(children, where)),
  quote: ({ blocks: inner }, where) => el("blockquote", {}, blocks(inner, where)),
  heading: ({ level, children }, where) =>
    el(`h${level + 2}`, { class: `heading-${level}` }, drawn(children, where)),
  subtext: ({ children }, where) => el("small", { class: "subtext" }, drawn(children, where)),
  list: ({ start, items }, where) =>
    el(
      start === null ? "ul" : "ol",
      { start },
      items.map(({ children, lists }) =>
        el(
          "li",
          {},
          drawn(children, where),
          lists.map((inner) => BLOCKS.list(inner, where)),
        ),
      ),
    ),
};

function drawn(nodes, where) {
  const out = document.createDocumentFragment();
  for (const node of nodes) out.append(typeof node === "string" ? node : SPANS[node.type](node, where));
  return out;
}

const wrap =
  (tag) =>
  ({ children }, where) =>
    el(tag, {}, drawn(children, where));

const SPANS = {
  break: () => el("br"),
  em: wrap("em"),
  strong: wrap("strong"),
  u: wrap("u"),
  s: wrap("s"),
  spoiler,
  code: ({ text }) => el("code", { text }),
  link,
  user: ({ id }, where) =>
    mention(`@${where.userName(id) ?? t("messages.unknown.person")}`, where.isMe(id)),
  role: () => mention("@…", false),
  channel: ({ id }, where) => channel(id, where),
  command: ({ name }, where) => mention(`/${where.commandName?.(name) ?? name}`, false),
  time: ({ seconds, style }) => moment(seconds, style),
  emoji,
  everyone: ({ text }) => mention(text, false),
};

const PLACE = /^https:\/\/discord\.com\/channels\/(?:@me|\d+)\/(\d+)$/;

/** A link to a channel leads there without leaving the page, as in Discord's clients. */
function link({ url, children }, where) {
  const label = children ? drawn(children, where) : url;
  const place = PLACE.exec(url)?.[1];
  if (place && where.channel(place))
    return el("button", { type: "button", class: "place-link", onclick: () => where.goTo(place) }, label);
  const href = safeLink(url);
  return href ? el("a", { href, target: "_blank", rel: "noreferrer noopener" }, label) : label;
}

const mention = (text, me) => el("span", { class: me ? "mention mine" : "mention", text });

function channel(id, where) {
  const known = where.channel(id);
  if (!known) return mention(`#${t("messages.unknown.channel")}`, false);
  const sign = icon(THREADS.has(known.type) ? "thread" : "hash");
  return el(
    "button",
    { type: "button", class: "mention place", onclick: () => where.goTo(id) },
    sign,
    known.name,
  );
}

function spoiler({ children }, where) {
  const hidden = el("span", { class: "spoiler-text", hidden: true }, drawn(children, where));
  const button = el("button", { type: "button", class: "spoiler", text: t("messages.spoiler") });
  button.addEventListener("click", () => {
    hidden.hidden = false;
    button.remove();
  });
  return el("span", {}, button, hidden);
}

/** An emoji of the application (by id) or of Unicode (by name). */
export function emoji({ id, name }) {
  if (!id) return el("span", { class: "emoji-text", text: name ?? "" });
  return el("img", {
    class: "emoji",
    src: `/emojis/${id}.png`,
    alt: `:${name ?? ""}:`,
    title: `:${name ?? ""}:`,
    draggable: "false",
  });
}
