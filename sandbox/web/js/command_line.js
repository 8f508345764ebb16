// Commands as text: finding them while they are typed, reading what follows, checking what is sent.

import { t } from "./texts/index.js";

export const STRING = 3;
export const INTEGER = 4;
export const BOOLEAN = 5;
export const USER = 6;
export const CHANNEL = 7;
export const NUMBER = 10;
export const ATTACHMENT = 11;

/** A text without capitals and accents. */
export const plain = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");

export const shownPath = (command) => command.path_localized || command.path;
export const shownName = (option) => option.name_localized || option.name;

/** Commands for what was typed after the slash, those that begin with it first. */
export function matching(commands, typed) {
  const wanted = plain(typed.trim());
  const rank = (command) => {
    const paths = [plain(shownPath(command)), plain(command.path)];
    if (paths.some((path) => path.startsWith(wanted))) return 0;
    if (paths.some((path) => path.split(" ").some((word) => word.startsWith(wanted)))) return 1;
    return paths.some((path) => path.includes(wanted)) ? 2 : 3;
  };
  return commands
    .map((command) => [rank(command), command])
    .filter(([at]) => at < 3)
    .sort(([a, one], [b, other]) => a - b || shownPath(one).localeCompare(shownPath(other)))
    .map(([, command]) => command);
}

/** The command that `text` ("/genial play BR") names in full, the text after it, whether a space ended it; or null. */
export function complete(commands, text) {
  const typed = text.replace(/^\//, "").replace(/\s+/g, " ");
  const found = commands
    .flatMap((command) => [...new Set([shownPath(command), command.path])].map((path) => [path, command]))
    .filter(([path]) => plain(`${typed} `).startsWith(`${plain(path)} `))
    .sort(([a], [b]) => b.length - a.length)[0];
  if (!found) return null;
  const rest = typed.slice(found[0].length);
  return { command: found[1], rest: rest.trimStart(), ended: rest.startsWith(" ") };
}

/** Reads "move:BR E5 F5 text:Yes" into texts by option name; without names all goes to the first option. */
export function readOptions(options, rest) {
  const texts = new Map();
  if (!rest.trim()) return texts;
  const names = new Map(
    options.flatMap((option) => [
      [plain(option.name), option],
      [plain(shownName(option)), option],
    ]),
  );
  const marks = [...rest.matchAll(/(^|\s)([\p{L}\p{N}_-]+):\s?/gu)].filter((mark) =>
    names.has(plain(mark[2])),
  );
  const head = marks.length ? rest.slice(0, marks[0].index).trim() : rest;
  if (head && options.length) texts.set(options[0].name, head);
  marks.forEach((mark, i) => {
    const text = rest.slice(mark.index + mark[0].length, marks[i + 1]?.index).trimStart();
    texts.set(names.get(plain(mark[2])).name, text);
  });
  return texts;
}

/** The option that "form: Teams" names, and the text after it; or null. */
export function namedOption(options, text) {
  const [, name, rest] = text.match(/^([\p{L}\p{N}_-]+):\s?(.*)$/u) ?? [];
  const option =
    name && options.find((one) => [one.name, shownName(one)].some((known) => plain(known) === plain(name)));
  return option ? { option, rest } : null;
}

/** The fixed choices of an option as suggestions, or null when it is free text or asks the bot. */
export function choicesOf(option, scene) {
  if (option.choices?.length)
    return option.choices.map((choice) => ({
      label: choice.name_localized || choice.name,
      value: choice.value,
    }));
  switch (option.type) {
    case BOOLEAN:
      return [
        { label: t("composer.true"), value: true },
        { label: t("composer.false"), value: false },
      ];
    case USER:
      return scene.world
        .members(scene.world.channel(scene.pid, scene.cid)?.guild_id)
        .map((user) => ({
          label: user.global_name || user.username,
          detail: user.username,
          user,
          value: user.id,
        }));
    case CHANNEL:
      return scene.world
        .channels(scene.pid)
        .filter(({ name }) => name)
        .map(({ id, name }) => ({ label: `#${name}`, value: id }));
    default:
      return null;
  }
}

export const fits = (choice, typed) =>
  plain(`${choice.label} ${choice.detail ?? ""}`).includes(plain(typed.trim().replace(/^[@#]/, "")));

/** What the typed text means for an option: {value} or {error}. `choices` is null for free text. */
export function valueOf(option, text, choices) {
  const name = shownName(option);
  if (choices && !option.autocomplete) {
    const wanted = plain(text.trim());
    const choice = choices.find(
      ({ label, value }) => plain(label) === wanted || plain(String(value)) === wanted,
    );
    return choice ? { value: choice.value } : { error: t("composer.choice", { name }) };
  }
  if (option.type === INTEGER || option.type === NUMBER) return numberOf(option, text, name);
  const length = [...text].length;
  if (option.min_length && length < option.min_length)
    return { error: t("composer.longer", { name, min: option.min_length }) };
  if (option.max_length && length > option.max_length)
    return { error: t("composer.shorter", { name, max: option.max_length }) };
  return { value: text };
}

function numberOf(option, text, name) {
  const value = Number(text.trim().replace(",", "."));
  if (!text.trim() || !Number.isFinite(value)) return { error: t("composer.number", { name }) };
  if (option.type === INTEGER && !Number.isInteger(value)) return { error: t("composer.integer", { name }) };
  const min = option.min_value ?? null;
  const max = option.max_value ?? null;
  if ((min === null || value >= min) && (max === null || value <= max)) return { value };
  const key = min !== null && max !== null ? "range" : min !== null ? "atleast" : "atmost";
  return { error: t(`composer.${key}`, { name, min, max }) };
}
