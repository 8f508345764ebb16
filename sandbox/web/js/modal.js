// Forms that the bot asks for.

import { openDialog } from "./dialogs.js";
import { el, icon } from "./dom.js";
import { markdown } from "./markdown.js";
import { optionsOf, selectMenu } from "./select.js";
import { t } from "./texts/index.js";

const PARAGRAPH = 2;
const SELECTS = new Set([3, 5, 6, 7, 8]);
const RADIOS = 21;
const CHECKS = 22;
const CHECK = 23;

/** Shows the form. `onSubmit(fields)` answers with an error to show, or with nothing when the form is done. */
export function openModal(modal, scene, onSubmit) {
  const read = new Map(); // custom_id → () => value
  const needed = new Map(); // custom_id → label of the choices that may not be empty
  const problem = el("p", { class: "failure", role: "alert", hidden: true });
  const submit = el("button", { type: "submit", class: "button primary", text: t("modal.submit") });
  const form = el(
    "form",
    { class: "form", novalidate: false },
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
    const missing = [...needed].find(([id]) => read.get(id)().length === 0);
    if (missing) return refuse(t("composer.missing", { name: missing[1] }));
    submit.setAttribute("aria-busy", "true");
    submit.disabled = true;
    problem.hidden = true;
    const error = await onSubmit(Object.fromEntries([...read].map(([id, value]) => [id, value()])));
    submit.disabled = false;
    submit.removeAttribute("aria-busy");
    return error ? refuse(error) : dialog.close();
  });
  const dialog = openDialog("modal", modal.title, form);
  form.querySelector("input, textarea, .select")?.focus();
  return dialog;

  function refuse(error) {
    problem.replaceChildren(icon("warning"), error);
    problem.hidden = false;
  }

  function row(part) {
    if (part.type === 10) return el("div", { class: "text" }, markdown(part.content, scene.where));
    if (part.type === 18) return field(part.component, part.label, part.description);
    return (part.components ?? []).map((inner) => field(inner, inner.label));
  }

  function field(part, label, description) {
    const id = `field-${part.custom_id}`;
    const required = part.required ?? true;
    const caption = [label, required ? null : ` (${t("composer.optional")})`];
    const note = description && el("p", { class: "field-note", id: `${id}-note`, text: description });
    if (SELECTS.has(part.type))
      return el(
        "div",
        { class: "field" },
        el("span", { class: "field-label" }, caption),
        note,
        choice(part, label, required),
      );
    if (part.type === RADIOS || part.type === CHECKS) return ticks(part, caption, note, required);
    if (part.type === CHECK) return tick(part, caption, note);
    if (part.type !== 4) return null;
    const paragraph = part.style === PARAGRAPH;
    const input = el(paragraph ? "textarea" : "input", {
      id,
      name: part.custom_id,
      type: paragraph ? null : "text",
      rows: paragraph ? 5 : null,
      required,
      placeholder: part.placeholder,
      minlength: part.min_length,
      maxlength: part.max_length ?? 4000,
      autocomplete: "off",
      "aria-describedby": note ? `${id}-note` : null,
    });
    input.value = part.value ?? "";
    read.set(part.custom_id, () => input.value);
    const used = el("span", { class: "field-count", "aria-live": "off" });
    const count = () =>
      (used.textContent = part.max_length
        ? t("modal.length", { used: [...input.value].length, max: part.max_length })
        : "");
    input.addEventListener("input", count);
    count();
    return el(
      "div",
      { class: "field" },
      el("label", { class: "field-label", for: id }, caption),
      note,
      input,
      used,
    );
  }

  function ticks(part, caption, note, required) {
    const radio = part.type === RADIOS;
    const boxes = part.options.map((option) => {
      const input = el("input", {
        type: radio ? "radio" : "checkbox",
        name: part.custom_id,
        value: option.value,
        checked: option.default === true,
        required: radio && required,
      });
      return el(
        "label",
        { class: "choice" },
        input,
        el(
          "span",
          {},
          option.label,
          option.description && el("span", { class: "field-note", text: ` ${option.description}` }),
        ),
      );
    });
    const group = el("fieldset", { class: "field" }, el("legend", {}, caption), note, boxes);
    read.set(part.custom_id, () => [...group.querySelectorAll("input:checked")].map(({ value }) => value));
    return group;
  }

  function tick(part, caption, note) {
    const input = el("input", { type: "checkbox", name: part.custom_id, checked: part.default === true });
    read.set(part.custom_id, () => input.checked);
    return el(
      "div",
      { class: "field" },
      el("label", { class: "choice" }, input, el("span", {}, caption)),
      note,
    );
  }

  function choice(part, label, required) {
    const options = optionsOf(part, scene);
    let values = options.filter(({ selected }) => selected).map(({ value }) => value);
    read.set(part.custom_id, () => values);
    if (required && part.min_values !== 0) needed.set(part.custom_id, label ?? part.placeholder);
    return selectMenu({
      component: { ...part, min_values: required ? (part.min_values ?? 1) : 0 },
      options,
      values,
      label,
      onChange: (chosen) => (values = chosen),
    });
  }
}
