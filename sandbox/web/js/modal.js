// Forms that the bot asks for.

import { openDialog } from "./dialogs.js";
import { el, icon } from "./dom.js";
import { filePicker } from "./files.js";
import { markdown } from "./markdown.js";
import { optionsOf, selectMenu } from "./select.js";
import { t } from "./texts/index.js";

const TEXT_INPUT = 4;
const PARAGRAPH = 2;
const TEXT = 10;
const LABEL = 18;
const SELECTS = new Set([3, 5, 6, 7, 8]);
const FILES = 19;
const RADIOS = 21;
const CHECKS = 22;
const CHECK = 23;
const LONGEST = 4000;

/**
 * Shows the form. `onSubmit(fields)` answers with an error to show, or with nothing when the form is done;
 * among the fields are `File`s, which are uploaded there.
 */
export function openModal(modal, scene, onSubmit) {
  const fields = []; // {id, read, check, focus, problem}
  const problem = el("p", { class: "failure", role: "alert", hidden: true });
  const submit = el("button", { type: "submit", class: "button primary", text: t("modal.submit") });
  const form = el(
    "form",
    { class: "form", novalidate: true },
    modal.components.map((part) => row(part)),
    problem,
    el(
      "div",
      { class: "dialog-foot" },
      el("button", {
        type: "button",
        class: "button secondary",
        text: t("modal.cancel"),
        onclick: () => dialog.close(),
      }),
      submit,
    ),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (submit.disabled) return;
    problem.hidden = true;
    const wrong = fields.filter((field) => !judge(field));
    if (wrong.length) return wrong[0].focus();
    submit.setAttribute("aria-busy", "true");
    submit.disabled = true;
    const error = await onSubmit(Object.fromEntries(fields.map(({ id, read }) => [id, read()])));
    submit.disabled = false;
    submit.removeAttribute("aria-busy");
    if (!error) return dialog.close();
    problem.replaceChildren(icon("warning"), error);
    problem.hidden = false;
    problem.scrollIntoView({ block: "nearest" });
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  const dialog = openDialog({ className: "modal", title: modal.title, steady: true }, form);
  (fields[0] ?? { focus: () => submit.focus() }).focus();
  return dialog;

  /** Says below a field what is wrong with it, and answers whether nothing is. */
  function judge({ check, problem: place, mark }) {
    const error = check();
    place.textContent = error;
    place.hidden = !error;
    if (error) mark.setAttribute("aria-invalid", "true");
    else mark.removeAttribute("aria-invalid");
    return !error;
  }

  function row(part) {
    if (part.type === TEXT) return el("div", { class: "text" }, markdown(part.content, scene.where));
    if (part.type === LABEL) return field(part.component, part.label, part.description);
    return (part.components ?? []).map((inner) => field(inner, inner.label));
  }

  function field(part, label, description) {
    const key = `field-${fields.length}`;
    const names = { key, label: label ?? part.custom_id, required: part.required ?? part.type !== CHECK };
    const note = description && el("p", { class: "field-note", id: `${key}-note`, text: description });
    const wrong = el("p", { class: "field-problem", id: `${key}-problem`, role: "alert", hidden: true });
    const said = [note && `${key}-note`, `${key}-problem`].filter(Boolean).join(" ");
    const made = kindOf(part)?.(part, names, said);
    if (!made) return null;
    const { controls, mark, focus = () => mark.focus(), read, check = () => "", title } = made;
    const one = { id: part.custom_id, read, check, focus, problem: wrong, mark };
    fields.push(one);
    // What has been complained of is looked at again with every change.
    const again = () => wrong.hidden || judge(one);
    const frame = el(
      title === "legend" ? "fieldset" : "div",
      { class: "field", oninput: again, onchange: again, "data-field": part.custom_id },
      title === "none"
        ? null
        : el(title ?? "span", { class: "field-label", id: `${key}-label`, ...made.titled }, caption(names)),
      note,
      controls,
      wrong,
    );
    if (title === "legend") {
      // The frame itself is the group that a screen reader speaks of.
      one.mark = frame;
      for (const [name, value] of Object.entries({ ...made.group, "aria-describedby": said }))
        frame.setAttribute(name, String(value));
    }
    return frame;
  }

  function kindOf({ type }) {
    if (SELECTS.has(type)) return choice;
    return { [TEXT_INPUT]: words, [RADIOS]: radios, [CHECKS]: checks, [CHECK]: check, [FILES]: files }[type];
  }

  function caption({ label, required }) {
    const optional = required ? null : el("span", { class: "field-optional", text: t("composer.optional") });
    return [label, optional && " ", optional];
  }

  function words(part, { key, label, required }, said) {
    const paragraph = part.style === PARAGRAPH;
    const most = part.max_length ?? LONGEST;
    const used = el("span", { class: "field-count", "aria-live": "off" });
    const input = el(paragraph ? "textarea" : "input", {
      id: key,
      name: part.custom_id,
      type: paragraph ? null : "text",
      rows: paragraph ? 5 : null,
      placeholder: part.placeholder,
      maxlength: most,
      autocomplete: "off",
      "aria-required": required,
      "aria-describedby": said,
    });
    input.value = part.value ?? "";
    const count = () =>
      (used.textContent = part.max_length
        ? t("modal.length", { used: [...input.value].length, max: part.max_length })
        : "");
    input.addEventListener("input", count);
    count();
    return {
      controls: [input, used],
      mark: input,
      title: "label",
      titled: { for: key },
      read: () => input.value,
      check() {
        const length = [...input.value].length;
        if (!length) return required ? t("composer.missing", { name: label }) : "";
        if (part.min_length && length < part.min_length)
          return t("composer.longer", { name: label, min: part.min_length });
        return length > most ? t("composer.shorter", { name: label, max: most }) : "";
      },
    };
  }

  function option(part, one, key, i, type) {
    const input = el("input", {
      type,
      name: key,
      value: one.value,
      checked: one.default === true,
      "aria-describedby": one.description ? `${key}-${i}` : null,
    });
    const shown = el(
      "label",
      { class: "choice" },
      input,
      el(
        "span",
        { class: "choice-words" },
        el("span", { text: one.label }),
        one.description &&
          el("span", { class: "field-note", id: `${key}-${i}`, "aria-hidden": "true", text: one.description }),
      ),
    );
    return { input, shown };
  }

  function radios(part, { key, label, required }) {
    const made = part.options.map((one, i) => option(part, one, key, i, "radio"));
    const inputs = made.map(({ input }) => input);
    const group = el(
      "div",
      { class: "choices" },
      made.map(({ shown }) => shown),
    );
    const clear = el("button", {
      type: "button",
      class: "text-button",
      text: t("modal.clear"),
      onclick() {
        for (const input of inputs) input.checked = false;
        clear.hidden = true;
        inputs[0].focus();
      },
    });
    const draw = () => (clear.hidden = required || !inputs.some(({ checked }) => checked));
    group.addEventListener("change", draw);
    draw();
    const chosen = () => inputs.find(({ checked }) => checked);
    return {
      controls: [group, clear],
      group: { role: "radiogroup", "aria-labelledby": `${key}-label`, "aria-required": required },
      focus: () => (chosen() ?? inputs[0]).focus(),
      title: "legend",
      read: () => chosen()?.value ?? null,
      check: () => (required && !chosen() ? t("composer.missing", { name: label }) : ""),
    };
  }

  function checks(part, { key, label, required }) {
    const made = part.options.map((one, i) => option(part, one, key, i, "checkbox"));
    const inputs = made.map(({ input }) => input);
    const least = Math.max(part.min_values ?? 1, 1);
    const most = part.max_values ?? inputs.length;
    const group = el(
      "div",
      { class: "choices" },
      made.map(({ shown }) => shown),
    );
    const chosen = () => inputs.filter(({ checked }) => checked).map(({ value }) => value);
    const draw = () => {
      const full = chosen().length >= most;
      for (const input of inputs) input.disabled = full && !input.checked;
    };
    group.addEventListener("change", draw);
    draw();
    const fewest = required ? least : 0;
    const rule =
      most < inputs.length || least > 1
        ? el("p", {
            class: "field-note",
            text:
              fewest === most
                ? t("select.exact", { count: most })
                : t("select.count", { min: fewest, max: most }),
          })
        : null;
    return {
      controls: [rule, group],
      focus: () => inputs.find(({ disabled }) => !disabled)?.focus(),
      title: "legend",
      read: chosen,
      check() {
        const count = chosen().length;
        if (!count) return required ? t("composer.missing", { name: label }) : "";
        return count < least ? t("modal.atleast", { name: label, count: least }) : "";
      },
    };
  }

  function check(part, names, said) {
    const input = el("input", {
      type: "checkbox",
      name: part.custom_id,
      checked: part.default === true,
      "aria-describedby": said,
    });
    return {
      controls: el(
        "label",
        { class: "choice" },
        input,
        el("span", { class: "field-label", text: names.label }),
      ),
      mark: input,
      title: "none",
      read: () => input.checked,
    };
  }

  function choice(part, { label, required }, said) {
    const options = optionsOf(part, scene);
    let values = options.filter(({ selected }) => selected).map(({ value }) => value);
    const frame = selectMenu({
      component: { ...part, min_values: required ? (part.min_values ?? 1) : 0 },
      options,
      values,
      label,
      onChange(chosen) {
        values = chosen;
        frame.dispatchEvent(new Event("change", { bubbles: true }));
      },
    });
    const mark = frame.querySelector(".select");
    mark.setAttribute("aria-describedby", said);
    mark.setAttribute("aria-required", String(required));
    return {
      controls: frame,
      mark,
      read: () => values,
      check() {
        if (!values.length) return required ? t("composer.missing", { name: label }) : "";
        const least = part.min_values ?? 1;
        return values.length < least ? t("modal.atleast", { name: label, count: least }) : "";
      },
    };
  }

  function files(part, { key, label, required }, said) {
    const most = part.max_values ?? 1;
    const least = Math.max(part.min_values ?? 1, 1);
    const picker = filePicker({ most, labelled: `${key}-label`, described: said });
    return {
      controls: picker.element,
      mark: picker.button,
      read: () => picker.files,
      check() {
        const { length } = picker.files;
        if (!length) return required ? t("composer.missing", { name: label }) : "";
        if (length < least) return t("modal.files.atleast", { name: label, count: least });
        return picker.problem();
      },
    };
  }
}
