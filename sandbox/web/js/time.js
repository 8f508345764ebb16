// Moments, said in the reader's language. Relative ones stay true while the page is open.

import { el } from "./dom.js";
import { spoken } from "./texts/index.js";

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
const STEPS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
];

export const formatted = (date, style) =>
  new Intl.DateTimeFormat(spoken(), STYLES[style] ?? STYLES.f).format(date);

/** Rounded, as Discord's clients do: what is due in three days is so a minute later too. */
export function relative(date, now = Date.now()) {
  const seconds = Math.round((date.getTime() - now) / 1000);
  const [unit, length] = STEPS.find(([, size]) => Math.abs(seconds) >= 0.9 * size) ?? STEPS.at(-1);
  return new Intl.RelativeTimeFormat(spoken()).format(Math.round(seconds / length), unit);
}

/** A `<time>` in one of Discord's styles (t T d D f F R). */
export function moment(seconds, style = "f") {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return el("span", { text: "?" });
  return el("time", {
    class: "moment",
    datetime: date.toISOString(),
    title: formatted(date, "F"),
    "data-relative": style === "R",
    text: style === "R" ? relative(date) : formatted(date, style),
  });
}

/** When a message was sent: the hour today, the date and hour before. */
export function sentAt(iso) {
  const date = new Date(iso);
  const today = new Date().toDateString() === date.toDateString();
  const text = today
    ? formatted(date, "t")
    : new Intl.DateTimeFormat(spoken(), { dateStyle: "short", timeStyle: "short" }).format(date);
  return sent(date, text);
}

/** The hour alone, for the narrow margin beside a message that goes on where another ended. */
export function hourOf(iso) {
  const date = new Date(iso);
  return sent(date, formatted(date, "t"));
}

const sent = (date, text) =>
  el("time", { class: "sent", datetime: date.toISOString(), title: formatted(date, "F"), text });

/** Keeps the relative moments on the page right. */
export function keepTime() {
  setInterval(() => {
    for (const element of document.querySelectorAll("time[data-relative]")) {
      const text = relative(new Date(element.dateTime));
      if (element.textContent !== text) element.textContent = text;
    }
  }, 1000);
}
