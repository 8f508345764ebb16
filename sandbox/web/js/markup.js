// Discord's markdown, read in one pass. It knows nothing of the page: what it finds are plain objects and strings.
//
// The time is proportional to the length. The text is read from left to right and never again: marks that open
// something wait on a stack that holds each mark at most once, and become plain text when nothing closes them.
// Every pattern below is anchored where it is tried, has no two ways to match the same text, and stops at
// whatever could begin it anew.

const LINK = /\]\(<?(https?:\/\/[^\s<>()[\]]+(?:\([^\s<>()[\]]*\))?[^\s<>()[\]]*)>?(?: "[^"\n]*")?\)/iy;
const ADDRESS = /https?:\/\/[^\s<>]*[^\s<>.,;:!?'")\]]/iy;
const BRACKETED = [
  [/<(https?:\/\/[^\s<>]+)>/iy, ([, url]) => ({ type: "link", url, children: null })],
  [/<@!?(\d{1,20})>/y, ([, id]) => ({ type: "user", id })],
  [/<@&(\d{1,20})>/y, ([, id]) => ({ type: "role", id })],
  [/<#(\d{1,20})>/y, ([, id]) => ({ type: "channel", id })],
  [/<\/([^:<>\n]{1,100}):\d{1,20}>/y, ([, name]) => ({ type: "command", name })],
  [
    /<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y,
    ([, seconds, style]) => ({ type: "time", seconds: Number(seconds), style }),
  ],
  [/<a?:(\w{2,32}):(\d{1,20})>/y, ([, name, id]) => ({ type: "emoji", id, name })],
];
const EVERYONE = /@(?:everyone|here)\b/y;
const ESCAPED = /[^\sA-Za-z0-9]/;
const PLAIN = /[^\\`*_~|[\]<@hH\n]+/y;
const SPACE = /\s/;
const WORD = /[\p{L}\p{N}]/u;
const EMPHASIS = { "*": ["em", "strong"], _: ["em", "u"] };
const PAIRS = { "~": ["~~", "s"], "|": ["||", "spoiler"] };

/** The match of a pattern exactly at a place, or null. */
function matchAt(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** One reading of a run of text. `steps` counts what was done, for the proof that it is little. */
class Reader {
  steps = 0;
  #text;
  #at = 0;
  #stack = [{ mark: "", children: [] }];
  #ticks = null; // length of a run of backticks → where such runs begin, ascending

  constructor(text) {
    this.#text = text;
  }

  read() {
    while (this.#at < this.#text.length) {
      this.steps++;
      const run = matchAt(PLAIN, this.#text, this.#at)?.[0];
      if (run) this.#plain(run);
      else this.#special(this.#text[this.#at]);
    }
    this.#dropTo(0);
    return this.#stack[0].children;
  }

  #special(char) {
    if (char === "\n") this.#node({ type: "break" }, 1);
    else if (char === "\\") this.#escape();
    else if (char === "`") this.#code();
    else if (char in EMPHASIS) this.#emphasis(char);
    else if (char in PAIRS) this.#pair(char);
    else if (char === "[") this.#bracket();
    else if (char === "]") this.#link();
    else if (char === "<") this.#bracketed();
    else this.#word(char);
  }

  // What is found

  get #before() {
    return this.#text[this.#at - 1] ?? " ";
  }

  #append(item) {
    const { children } = this.#stack.at(-1);
    const last = children.length - 1;
    if (typeof item === "string" && typeof children[last] === "string") children[last] += item;
    else children.push(item);
  }

  #plain(text) {
    this.#append(text);
    this.#at += text.length;
  }

  #node(node, length) {
    this.#append(node);
    this.#at += length;
  }

  // What waits for its end

  #depthOf(mark) {
    return this.#stack.findLastIndex((frame) => frame.mark === mark);
  }

  /** The marks above a depth were never closed: they and what followed them stay as text. */
  #dropTo(depth) {
    while (this.#stack.length > depth + 1) {
      const { mark, children } = this.#stack.pop();
      this.#append(mark);
      for (const child of children) {
        this.steps++;
        this.#append(child);
      }
    }
  }

  #open(mark) {
    this.#stack.push({ mark, children: [] });
    this.#at += mark.length;
  }

  /** Ends what a mark began, if it holds anything. */
  #close(mark, make) {
    const depth = this.#depthOf(mark);
    if (depth < 1 || (depth === this.#stack.length - 1 && !this.#stack[depth].children.length)) return false;
    this.#dropTo(depth);
    const { children } = this.#stack.pop();
    this.#node(make(children), mark.length);
    return true;
  }

  // One kind after the other

  #escape() {
    const next = this.#text[this.#at + 1];
    if (next === undefined || !ESCAPED.test(next)) {
      this.#plain("\\");
      return;
    }
    this.#at++;
    this.#plain(next);
  }

  #code() {
    const length = this.#runOf("`");
    const places = this.#ticksOf(length);
    const start = this.#at + length;
    while (places.next < places.found.length && places.found[places.next] < start) places.next++;
    const end = places.found[places.next];
    if (end === undefined) {
      this.#plain("`".repeat(length));
      return;
    }
    const inner = this.#text.slice(start, end);
    this.#node({ type: "code", text: length > 1 ? inner.trim() : inner }, end + length - this.#at);
  }

  #runOf(char) {
    let end = this.#at;
    while (this.#text[end] === char) end++;
    this.steps += end - this.#at;
    return end - this.#at;
  }

  #ticksOf(length) {
    if (!this.#ticks) {
      this.#ticks = new Map();
      for (const { 0: run, index } of this.#text.matchAll(/`+/g)) {
        this.steps++;
        if (!this.#ticks.has(run.length)) this.#ticks.set(run.length, { found: [], next: 0 });
        this.#ticks.get(run.length).found.push(index);
      }
    }
    return this.#ticks.get(length) ?? { found: [], next: 0 };
  }

  /** A run of `*` or `_`: one is emphasis, two are strong or underlined; three open or close both. */
  #emphasis(char) {
    const [single, double] = EMPHASIS[char];
    const two = char + char;
    let left = this.#runOf(char);
    const before = this.#before;
    const after = this.#text[this.#at + left] ?? " ";
    const inside = (side) => char === "_" && WORD.test(side);
    const ends = !SPACE.test(before) && !inside(after);
    const begins = !SPACE.test(after);
    const wrap = (type) => (children) => ({ type, children });
    for (;;) {
      const inner = this.#depthOf(char) > this.#depthOf(two);
      if (left && left !== 2 && inner && ends && this.#close(char, wrap(single))) left -= 1;
      else if (left >= 2 && this.#close(two, wrap(double))) left -= 2;
      else break;
    }
    if (left > 3) {
      this.#plain(char.repeat(left - 3));
      left = 3;
    }
    if (left >= 2) this.#begin(two, begins);
    if (left % 2) this.#begin(char, begins && !inside(before));
  }

  #begin(mark, may) {
    if (may && this.#depthOf(mark) < 0) this.#open(mark);
    else this.#plain(mark);
  }

  #pair(char) {
    const [mark, type] = PAIRS[char];
    if (!this.#text.startsWith(mark, this.#at)) this.#plain(char);
    else if (!this.#close(mark, (children) => ({ type, children }))) {
      const after = this.#text[this.#at + 2] ?? " ";
      this.#begin(mark, char === "|" || !SPACE.test(after));
    }
  }

  #bracket() {
    const depth = this.#depthOf("[");
    if (depth > 0) this.#dropTo(depth - 1);
    this.#open("[");
  }

  #link() {
    const depth = this.#depthOf("[");
    const found = depth > 0 && matchAt(LINK, this.#text, this.#at);
    const empty = depth === this.#stack.length - 1 && !this.#stack[depth].children.length;
    if (!found || empty) {
      if (depth > 0) this.#dropTo(depth - 1);
      this.#plain("]");
      return;
    }
    this.#dropTo(depth);
    const { children } = this.#stack.pop();
    this.#node({ type: "link", url: found[1], children }, found[0].length);
  }

  #bracketed() {
    for (const [pattern, make] of BRACKETED) {
      const found = matchAt(pattern, this.#text, this.#at);
      if (found) {
        this.#node(make(found), found[0].length);
        return;
      }
    }
    this.#plain("<");
  }

  /** What begins with a letter or @, and only where no word is under way: addresses, @everyone. */
  #word(char) {
    const free = !WORD.test(this.#before);
    const address = char !== "@" && this.#depthOf("[") < 0 && free && matchAt(ADDRESS, this.#text, this.#at);
    const call = char === "@" && free && matchAt(EVERYONE, this.#text, this.#at);
    if (address) this.#node({ type: "link", url: address[0], children: null }, address[0].length);
    else if (call) this.#node({ type: "everyone", text: call[0] }, call[0].length);
    else this.#plain(char);
  }
}

/** The inline nodes of a text (strings and objects), and the steps that it took. */
export function readInline(text) {
  const reader = new Reader(text);
  return { nodes: reader.read(), steps: reader.steps };
}

// Blocks

const FENCE = "```";
const LANGUAGE = /[\w+.-]*\n/y;
const HEADING = /^(#{1,3}) +(\S.*)$/;
const ITEM = /^( *)(?:[-*]|(\d{1,9})\.) +(\S.*|)$/;

/** The blocks of a text: fenced code, headings, lists, quotes, small print, paragraphs; and the steps taken. */
export function readBlocks(text) {
  const out = { blocks: [], steps: 0 };
  const all = text.replaceAll("\r\n", "\n");
  let at = 0;
  while (at < all.length) {
    out.steps++;
    const open = all.indexOf(FENCE, at);
    const close = open < 0 ? -1 : all.indexOf(FENCE, open + FENCE.length);
    if (close < 0) break;
    readLines(all.slice(at, open), out, false);
    const start = open + FENCE.length;
    const language = matchAt(LANGUAGE, all, start)?.[0] ?? "";
    const code = all.slice(Math.min(start + language.length, close), close);
    out.blocks.push({ type: "pre", text: code.replace(/\n$/, "") });
    at = close + FENCE.length;
    if (all[at] === "\n") at++;
  }
  readLines(all.slice(at), out, false);
  return out;
}

const isQuote = (line) => line.startsWith("> ") || line === ">";

/** Adds the blocks of lines. Inside a quote no further one begins, as on Discord. */
function readLines(text, out, quoted) {
  if (!text) return;
  const lines = text.replace(/\n$/, "").split("\n");
  let paragraph = [];
  const add = (type, content, more) => {
    const { nodes, steps } = readInline(content);
    out.steps += steps;
    out.blocks.push({ type, children: nodes, ...more });
  };
  const flush = () => {
    if (paragraph.length) add("paragraph", paragraph.join("\n"));
    paragraph = [];
  };
  const quote = (content) => {
    const inner = { blocks: [], steps: 0 };
    readLines(content, inner, true);
    out.steps += inner.steps;
    out.blocks.push({ type: "quote", blocks: inner.blocks });
  };
  for (let i = 0; i < lines.length; i++) {
    out.steps++;
    const line = lines[i];
    const heading = line.match(HEADING);
    if (!quoted && line.startsWith(">>> ")) {
      flush();
      quote([line.slice(4), ...lines.slice(i + 1)].join("\n"));
      return;
    }
    if (!quoted && isQuote(line)) {
      flush();
      const inner = [];
      while (i < lines.length && isQuote(lines[i])) inner.push(lines[i++].slice(2));
      i--;
      quote(inner.join("\n"));
    } else if (heading) {
      flush();
      add("heading", heading[2], { level: heading[1].length });
    } else if (line.startsWith("-# ") && line.length > 3) {
      flush();
      add("subtext", line.slice(3));
    } else if (ITEM.test(line)) {
      flush();
      const items = [];
      for (; i < lines.length; i++) {
        const item = lines[i].match(ITEM);
        if (!item || !sameList(items[0], item)) break;
        items.push(item);
      }
      i--;
      out.blocks.push(list(items, out));
    } else paragraph.push(line);
  }
  flush();
}

const numbered = (item) => item[2] !== undefined;
const sameList = (first, item) =>
  !first || item[1].length > first[1].length || numbered(item) === numbered(first);

/** The list of items that came one after another, deeper ones inside: a stack of the lists under way. */
function list(items, out) {
  const begin = (item) => ({
    depth: item[1].length,
    type: "list",
    start: numbered(item) ? item[2] : null,
    items: [],
  });
  const top = begin(items[0]);
  const under = [top];
  for (const item of items) {
    out.steps++;
    const depth = item[1].length;
    while (under.length > 1 && under.at(-1).depth > depth) under.pop();
    const here = under.at(-1);
    if (depth > here.depth && here.items.length) {
      const inner = begin(item);
      here.items.at(-1).lists.push(inner);
      under.push(inner);
    }
    const { nodes, steps } = readInline(item[3]);
    out.steps += steps;
    under.at(-1).items.push({ children: nodes, lists: [] });
  }
  return top;
}
