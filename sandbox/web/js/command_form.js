// A command being filled in: its options as fields, their choices, and what is sent.

import {
  ATTACHMENT,
  choicesOf,
  fits,
  namedOption,
  readOptions,
  shownName,
  shownPath,
  STRING,
  valueOf,
} from "./command_line.js";
import { el, iconButton } from "./dom.js";
import { door } from "./door.js";
import { chooser, tooLarge } from "./files.js";
import { namesFor, putName } from "./mentions.js";
import { t } from "./texts/index.js";

const PAUSE = 160;

/**
 * The form of one command. `list` shows suggestions, `problem` what is wrong; `onSend` is asked to send it,
 * `onLeave(text)` hears that it was put away, with the text that takes its place.
 */
export function commandForm({ scene, list, problem, onSend, onLeave }) {
  const line = el("div", { class: "line" });
  let command = null;
  let fields = []; // {option, input, chosen?}
  let tail = null; // the field behind the options, where Enter sends
  let offers = new Map(); // option name → choices that the bot has offered
  let asked = 0;
  let timer = null;

  /** Takes a suggestion: an option to add, or a choice for the field that has the focus. */
  function pick(item) {
    if (item.mention) return name(item);
    if (!item.option) return choose(item);
    tail.value = "";
    return focusOn(addField(item.option));
  }

  function begin(chosen, rest) {
    command = chosen;
    fields = [];
    offers = new Map();
    problem.textContent = "";
    list.hide();
    tail = el("input", {
      class: "tail",
      type: "text",
      autocomplete: "off",
      size: 1,
      enterkeyhint: "send",
      role: "combobox",
      "aria-expanded": "false",
      "aria-controls": "suggest-list",
      "data-focus": "tail",
      "aria-label": t("composer.ready"),
    });
    tail.addEventListener("keydown", keyInTail);
    tail.addEventListener("input", offerOptions);
    tail.addEventListener("focus", offerOptions);
    tail.addEventListener("blur", () => list.hide());
    line.replaceChildren(
      el(
        "span",
        { class: "command-chip" },
        `/${shownPath(chosen)}`,
        iconButton("close", t("composer.cancel"), () => leave(""), "icon-button chip-close"),
      ),
      tail,
    );
    const texts = readOptions(chosen.options, rest);
    for (const option of chosen.options) {
      if (option.required || texts.has(option.name)) addField(option, texts.get(option.name));
    }
    focusOn(fields.find(({ input }) => !input.value) ?? (rest && fields.at(-1)));
  }

  /** Puts a person's name into the text that is being typed. */
  function name(item) {
    const field = fields.find(({ input }) => input === document.activeElement);
    if (!field) return;
    putName(field.input, item);
    fit(field.input);
    list.hide();
  }

  function addField(option, initial = "") {
    if (option.type === ATTACHMENT) return place(fileField(option));
    const input = el("input", {
      class: "option-input",
      type: "text",
      autocomplete: "off",
      spellcheck: "false",
      value: initial,
      role: "combobox",
      "aria-expanded": "false",
      "aria-controls": "suggest-list",
      "aria-autocomplete": "list",
      "aria-required": option.required === true,
      "data-option": option.name,
      inputmode: option.type === 4 ? "numeric" : null,
    });
    const field = { option, input, chosen: undefined };
    input.addEventListener("input", () => {
      field.chosen = undefined;
      input.removeAttribute("aria-invalid");
      problem.textContent = "";
      const named = namedOption(command.options, input.value);
      if (named) return rename(field, named);
      fit(input);
      return offerChoices(field);
    });
    input.addEventListener("focus", () => offerChoices(field, true));
    input.addEventListener("blur", () => list.hide());
    input.addEventListener("keydown", (event) => keyInField(event, field));
    fit(input);
    return place(field);
  }

  /** A button that asks for a file; its value is the file's name. */
  function fileField(option) {
    const input = el("button", {
      type: "button",
      class: "option-file",
      text: t("file.choose"),
      "data-option": option.name,
      onclick: () => picker.click(),
    });
    const field = { option, input, file: null };
    const picker = chooser(false, ([file]) => {
      field.file = file;
      input.value = input.textContent = file.name;
      input.removeAttribute("aria-invalid");
      problem.textContent = tooLarge(file);
      focusOn(next(field));
    });
    input.addEventListener("focus", () => list.hide());
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || input.value) keyInField(event, field);
    });
    return field;
  }

  /** Puts a field where it belongs among the others. */
  function place(field) {
    const { option, input } = field;
    fields.push(field);
    fields.sort((a, b) => command.options.indexOf(a.option) - command.options.indexOf(b.option));
    const frame = el(
      "label",
      { class: "option", title: option.description_localized || option.description },
      el("span", { class: "option-name", text: shownName(option) }),
      input,
    );
    const after = fields[fields.indexOf(field) + 1];
    line.insertBefore(frame, after ? after.input.parentElement : tail);
    return field;
  }

  /** "form:" typed where another option was open means the option of that name. */
  function rename(field, { option, rest }) {
    field.input.value = "";
    const other = fields.find((one) => one.option === option) ?? addField(option);
    if (field !== other && !field.option.required) drop(field);
    other.input.value = rest;
    fit(other.input);
    if (document.activeElement === other.input) offerChoices(other);
    else focusOn(other);
  }

  const fit = (input) => (input.size = Math.max(4, Math.min([...input.value].length + 1, 40)));

  function focusOn(field) {
    if (field) {
      field.input.focus();
      field.input.setSelectionRange?.(field.input.value.length, field.input.value.length);
    } else tail.focus();
  }

  const next = (field) =>
    fields.slice(fields.indexOf(field) + 1).find(({ input }) => !input.value) ??
    fields.find(({ option, input }) => option.required && !input.value);

  function keyInField(event, field) {
    if (list.takes(event)) return;
    const { input, option } = field;
    if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      const empty = next(field);
      if (empty && input.value) focusOn(empty);
      else onSend();
    } else if (event.key === "Escape") {
      event.preventDefault();
      asked++;
      if (!list.element.hidden) list.hide();
      else leave("");
    } else if (event.key === "Backspace" && !input.value) {
      event.preventDefault();
      const before = fields[fields.indexOf(field) - 1];
      if (option.required && fields[0] === field) leave(`/${shownPath(command)}`);
      else if (option.required) focusOn(before);
      else {
        drop(field);
        focusOn(before);
      }
    }
  }

  function drop(field) {
    fields = fields.filter((other) => other !== field);
    field.input.parentElement.remove();
  }

  function keyInTail(event) {
    if (list.takes(event)) return;
    if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      onSend();
    } else if (event.key === "Escape") {
      event.preventDefault();
      leave("");
    } else if (event.key === "Backspace" && !tail.value) {
      event.preventDefault();
      if (fields.length) focusOn(fields.at(-1));
      else leave(`/${shownPath(command)}`);
    }
  }

  /** The options that are left, below the tail; typing narrows them down. */
  function offerOptions() {
    fit(tail);
    const here = new Set(fields.map(({ option }) => option));
    const left = command.options.filter((option) => !here.has(option));
    const items = left
      .map((option) => ({
        label: shownName(option),
        note: option.description_localized || option.description,
        option,
      }))
      .filter((item) => fits(item, tail.value));
    if (tail.value.trim() && !items.length && left.length) return fillFirst(left[0]);
    return list.show(tail, items.length ? t("composer.more") : "", items, {
      first: tail.value ? 0 : -1,
      text: t("composer.ready"),
    });
  }

  /** Text that names no option is the value of the first one that is left: "/genial play BR E5 F5". */
  function fillFirst(option) {
    const typedText = tail.value;
    tail.value = "";
    const field = addField(option, typedText);
    focusOn(field);
    offerChoices(field);
  }

  async function offerChoices(field, entering = false) {
    const { option, input } = field;
    clearTimeout(timer);
    const title = `${shownName(option)} — ${option.description_localized || option.description || ""}`;
    if (option.autocomplete) {
      const number = ++asked;
      if (!entering) await new Promise((done) => (timer = setTimeout(done, PAUSE)));
      if (number !== asked || document.activeElement !== input) return null;
      list.show(input, title, [], { text: t("composer.loading") });
      const { choices, error } = await ask(field);
      if (number !== asked || document.activeElement !== input) return null;
      offers.set(option.name, choices);
      return list.show(input, title, choices, {
        text: error ? t("composer.choices.failed") : choices.length ? "" : t("composer.nochoices"),
      });
    }
    const choices = choicesOf(option, scene);
    const names = choices === null && option.type === STRING ? namesFor(input, scene) : null;
    if (names?.length) return list.show(input, t("composer.people"), names);
    const shown = choices?.filter((choice) => field.chosen !== undefined || fits(choice, input.value)) ?? [];
    const text =
      choices && !shown.length
        ? t("composer.nochoices")
        : choices
          ? ""
          : option.description_localized || option.description;
    return list.show(input, choices ? title : shownName(option), shown, { text });
  }

  async function ask(field) {
    const options = {};
    for (const { option, input, chosen } of fields) {
      if (input.value || option === field.option) options[option.name] = chosen ?? input.value;
    }
    try {
      const answer = await door.interact(scene.pid, {
        kind: "autocomplete",
        channel_id: scene.cid,
        command: command.path,
        options,
        focused: field.option.name,
      });
      if (answer.state !== "choices") return { choices: [], error: true };
      return {
        choices: answer.choices.map((choice) => ({
          label: choice.name_localized || choice.name,
          value: choice.value,
        })),
      };
    } catch {
      return { choices: [], error: true };
    }
  }

  function choose({ label, value }) {
    const field = fields.find(({ input }) => input === document.activeElement);
    if (!field) return;
    field.input.value = label;
    field.chosen = value;
    fit(field.input);
    list.hide();
    focusOn(next(field));
  }

  function leave(left) {
    clear();
    onLeave(left);
  }

  function clear() {
    command = null;
    fields = [];
    tail = null;
    asked++;
    clearTimeout(timer);
    line.replaceChildren();
    list.hide();
    problem.textContent = "";
  }

  function gather() {
    const options = {};
    for (const field of fields) {
      const { option, input, chosen } = field;
      if (!input.value.trim()) {
        if (option.required) return { error: t("composer.missing", { name: shownName(option) }), field };
        continue;
      }
      if (option.type === ATTACHMENT) {
        if (tooLarge(field.file)) return { error: tooLarge(field.file), field };
        options[option.name] = field.file;
        continue;
      }
      const choices = choicesOf(option, scene);
      const offered = option.autocomplete
        ? offers.get(option.name)?.find(({ label }) => label === input.value)
        : undefined;
      const read =
        chosen !== undefined
          ? { value: chosen }
          : offered && option.type !== STRING
            ? { value: offered.value }
            : valueOf(option, input.value, choices);
      if (read.error) return { ...read, field };
      options[option.name] = read.value;
    }
    return { options };
  }

  /** What is to be sent: {path, options, label}; or null, after saying what is wrong. */
  function read() {
    const { options, error, field } = gather();
    if (error) {
      problem.textContent = error;
      field.input.setAttribute("aria-invalid", "true");
      focusOn(field);
      return null;
    }
    const words = fields
      .filter(({ option }) => option.name in options)
      .map(({ option, input }) => `${shownName(option)}: ${input.value}`);
    return { path: command.path, options, label: [`/${shownPath(command)}`, ...words].join("  ") };
  }

  return {
    element: line,
    get open() {
      return command !== null;
    },
    begin,
    pick,
    read,
    clear,
  };
}
