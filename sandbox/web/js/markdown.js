// Discord's markdown as nodes: text never becomes HTML.

import { el, icon, safeLink } from "./dom.js";
import { moment } from "./time.js";
import { t } from "./texts/index.js";
import { THREADS } from "./world.js";

const FENCE = /^```(?:[\w+.-]*\n)?([\s\S]*?)\n?```/;
const HEADING = /^(#{1,3}) +(.+)$/;
const ITEM = /^( *)(?:[-*]|(\d{1,9})\.) +(.*)$/;

/**
 * The nodes for a text. `where` answers what the text cannot know: `userName(id)`, `channel(id)`,
 * `isMe(id)` and `goTo(channelId)`.
 */
export function markdown(text, where) {
  const out = document.createDocumentFragment();
  let rest = text.replaceAll("\r\n", "\n");
  let plain = "";
  while (rest) {
    const fence = rest.match(FENCE);
    if (fence) {
      blocks(plain, where, out);
      plain = "";
      out.append(el("pre", {}, el("code", { text: fence[1] })));
      rest = rest.slice(fence[0].length).replace(/^\n/, "");
      continue;
    }
    const next = rest.indexOf("```", 1);
    plain += next < 0 ? rest : rest.slice(0, next);
    rest = next < 0 ? "" : rest.slice(next);
  }
  blocks(plain, where, out);
  return out;
}

function blocks(text, where, out) {
  const lines = text.replace(/\n$/, "").split("\n");
  if (!text) return;
  let paragraph = [];
  const flush = () => {
    if (paragraph.length) out.append(el("p", {}, inline(paragraph.join("\n"), where)));
    paragraph = [];
  };
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i];
    const heading = line.match(HEADING);
    if (line.startsWith(">>> ")) {
      flush();
      const quote = el("blockquote");
      blocks([line.slice(4), ...lines.slice(i + 1)].join("\n"), where, quote);
      out.append(quote);
      return;
    }
    if (line.startsWith("> ") || line === ">") {
      flush();
      const quoted = [];
      while (i < lines.length && (lines[i].startsWith("> ") || lines[i] === ">"))
        quoted.push(lines[i++].slice(2));
      i--;
      const quote = el("blockquote");
      blocks(quoted.join("\n"), where, quote);
      out.append(quote);
    } else if (heading) {
      flush();
      out.append(
        el(`h${heading[1].length + 2}`, { class: `heading-${heading[1].length}` }, inline(heading[2], where)),
      );
    } else if (line.startsWith("-# ") && line.length > 3) {
      flush();
      out.append(el("small", { class: "subtext" }, inline(line.slice(3), where)));
    } else if (ITEM.test(line)) {
      flush();
      const items = [];
      while (i < lines.length && ITEM.test(lines[i]) && sameList(items[0], lines[i].match(ITEM)))
        items.push(lines[i++].match(ITEM));
      i--;
      out.append(list(items, where));
    } else paragraph.push(line);
  }
  flush();
}

const numbered = (item) => item[2] !== undefined;
const sameList = (first, item) =>
  !first || item[1].length > first[1].length || numbered(item) === numbered(first);

function list(items, where) {
  const depth = items[0][1].length;
  const ordered = numbered(items[0]);
  const top = el(ordered ? "ol" : "ul", { start: ordered ? items[0][2] : null });
  for (let i = 0; i < items.length; i++) {
    const item = el("li", {}, inline(items[i][3], where));
    const inner = [];
    while (i + 1 < items.length && items[i + 1][1].length > depth) inner.push(items[++i]);
    if (inner.length) item.append(list(inner, where));
    top.append(item);
  }
  return top;
}

const wrap = (tag, className) => (match, where) => el(tag, { class: className }, inline(match[1], where));
const link = (url, label, where) => {
  const href = /^https?:/i.test(url) ? safeLink(url) : null;
  if (!href) return document.createTextNode(label ?? url);
  return el(
    "a",
    { href, target: "_blank", rel: "noreferrer noopener" },
    label === undefined ? url : inline(label, where),
  );
};

// In the order in which they are tried at each position.
const SPANS = [
  [/^\\([^\sA-Za-z0-9])/, (m) => document.createTextNode(m[1])],
  [/^``([^]+?)``(?!`)/, (m) => el("code", { text: m[1].trim() })],
  [/^`([^`]+)`/, (m) => el("code", { text: m[1] })],
  [/^\*\*\*(?=\S)([^]+?)\*\*\*/, (m, where) => el("strong", {}, el("em", {}, inline(m[1], where)))],
  [/^\*\*(?=\S)([^]+?)\*\*(?!\*)/, wrap("strong")],
  [/^__(?=\S)([^]+?)__(?!_)/, wrap("u")],
  [/^~~(?=\S)([^]+?)~~/, wrap("s")],
  [/^\|\|([^]+?)\|\|/, spoiler],
  [/^\*(?=\S)((?:\*\*[^]+?\*\*|\\.|[^*])+?)\*(?!\*)/, wrap("em")],
  [/^_(?=\S)((?:__[^]+?__|\\.|[^_])+?)_(?![_\p{L}\p{N}])/u, wrap("em")],
  [
    /^\[((?:\\.|[^\][\n])+)\]\(<?(https?:\/\/[^\s)>]+)>?(?: "[^"\n]*")?\)/i,
    (m, where) => link(m[2], m[1], where),
  ],
  [/^<(https?:\/\/[^\s>]+)>/i, (m) => link(m[1])],
  [/^https?:\/\/[^\s<>]*[^\s<>.,;:!?'")\]]/i, (m) => link(m[0])],
  [
    /^<@!?(\d+)>/,
    (m, where) => mention(`@${where.userName(m[1]) ?? t("messages.unknown.person")}`, where.isMe(m[1])),
  ],
  [/^<@&(\d+)>/, () => mention("@…", false)],
  [/^<#(\d+)>/, (m, where) => channel(m[1], where)],
  [/^<\/([^:>\n]+):\d+>/, (m) => el("span", { class: "mention", text: `/${m[1]}` })],
  [/^<t:(-?\d{1,13})(?::([tTdDfFR]))?>/, (m) => moment(Number(m[1]), m[2])],
  [/^<(a?):(\w{2,32}):(\d+)>/, (m) => emoji({ id: m[3], name: m[2] })],
  [/^@(?:everyone|here)\b/, (m) => mention(m[0], false)],
];

const PLAIN = /^[^\\`*_~|[<@h]+/;

/** Nodes for one run of text: emphasis, code, links, mentions, moments and emojis. */
export function inline(text, where) {
  const out = document.createDocumentFragment();
  let plain = "";
  let before = "";
  let rest = text;
  const flush = () => {
    plain.split("\n").forEach((line, i) => {
      if (i) out.append(el("br"));
      if (line) out.append(line);
    });
    plain = "";
  };
  while (rest) {
    const run = rest.match(PLAIN)?.[0];
    if (run) {
      plain += run;
      before = run.at(-1);
      rest = rest.slice(run.length);
      continue;
    }
    const span = spanAt(rest, before);
    if (span) {
      flush();
      out.append(span.make(span.match, where));
    } else plain += rest[0];
    const length = span ? span.match[0].length : 1;
    before = rest[length - 1];
    rest = rest.slice(length);
  }
  flush();
  return out;
}

function spanAt(rest, before) {
  const inWord = /[\p{L}\p{N}]/u.test(before);
  for (const [pattern, make] of SPANS) {
    const match = rest.match(pattern);
    if (!match) continue;
    if (inWord && (rest[0] === "h" || rest[0] === "@" || (rest[0] === "_" && rest[1] !== "_"))) continue;
    return { match, make };
  }
  return null;
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

function spoiler(match, where) {
  const hidden = el("span", { class: "spoiler-text", hidden: true }, inline(match[1], where));
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
