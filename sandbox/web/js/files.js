// Files that a person gives to a command or a form.

import { el, icon, iconButton } from "./dom.js";
import { t } from "./texts/index.js";

const LARGEST = 10 * 1024 * 1024;

/** What is wrong with a file, or "". */
export const tooLarge = (file) => (file.size > LARGEST ? t("file.large", { name: file.name }) : "");

export const size = (bytes) =>
  bytes >= 1_048_576
    ? `${(bytes / 1_048_576).toFixed(1)} MiB`
    : bytes >= 1024
      ? `${Math.round(bytes / 1024)} KiB`
      : `${bytes ?? 0} B`;

/** Asks the person for files; `onFiles` is not called when none were chosen. */
export function chooser(many, onFiles) {
  const input = el("input", { type: "file", multiple: many, hidden: true, "aria-hidden": "true" });
  input.addEventListener("change", () => {
    const files = [...input.files];
    input.value = "";
    if (files.length) onFiles(files);
  });
  return input;
}

/**
 * A button that asks for files, and the list of those that were chosen, at most `most`. `labelled` and
 * `described` are the ids of what names and explains it.
 */
export function filePicker({ most, labelled, described }) {
  let files = [];
  const list = el("ul", { class: "picked" });
  const input = chooser(most > 1, (chosen) => {
    files = most === 1 ? chosen.slice(0, 1) : [...files, ...chosen].slice(0, most);
    draw();
    button.dispatchEvent(new Event("change", { bubbles: true }));
  });
  const id = `${labelled}-choose`;
  const button = el(
    "button",
    {
      type: "button",
      class: "button secondary picker",
      id,
      "aria-labelledby": `${labelled} ${id}`,
      "aria-describedby": described,
      onclick: () => input.click(),
    },
    icon("file"),
    el("span", { text: t(most > 1 ? "file.choose.several" : "file.choose") }),
  );
  const element = el("div", { class: "file-picker" }, button, input, list);
  element.addEventListener("dragover", (event) => event.preventDefault());
  element.addEventListener("drop", (event) => {
    event.preventDefault();
    const data = new DataTransfer();
    for (const file of event.dataTransfer.files) data.items.add(file);
    input.files = data.files;
    input.dispatchEvent(new Event("change"));
  });

  function draw() {
    button.disabled = most > 1 && files.length >= most;
    list.replaceChildren(
      ...files.map((file) =>
        el(
          "li",
          { class: tooLarge(file) ? "picked-file wrong" : "picked-file" },
          icon("file"),
          el("span", { class: "picked-name", text: file.name }),
          el("span", { class: "field-note", text: size(file.size) }),
          iconButton("close", t("file.remove", { name: file.name }), () => {
            files = files.filter((other) => other !== file);
            draw();
            button.focus();
            button.dispatchEvent(new Event("change", { bubbles: true }));
          }),
        ),
      ),
    );
  }

  return {
    element,
    button,
    get files() {
      return files;
    },
    problem: () => files.map(tooLarge).find(Boolean) ?? "",
  };
}
