// A person's settings: the language that the bot hears, and whether direct messages are accepted; and the
// server's language, which the bot speaks where all see it.

import { openDialog } from "./dialogs.js";
import { displayName, el } from "./dom.js";
import { door } from "./door.js";
import { t } from "./texts/index.js";

const LANGUAGES = [
  ["en-US", "English"],
  ["fr", "Français"],
];

const languages = (name, chosen, choose) =>
  LANGUAGES.map(([locale, label]) =>
    el(
      "label",
      { class: "choice" },
      el("input", {
        type: "radio",
        name,
        value: locale,
        checked: chosen === locale,
        onchange: () => choose(locale),
      }),
      el("span", { lang: locale, text: label }),
    ),
  );

/** Whether the server is a Community one, and its language: only those have one. */
function serverLanguage(guild, change) {
  const frame = el("div");
  const draw = () => {
    const community = guild.features.includes("COMMUNITY");
    const box = el("input", {
      type: "checkbox",
      name: "community",
      checked: community,
      onchange: async ({ target }) => {
        await change({ community: target.checked });
        draw();
        frame.querySelector("input").focus();
      },
    });
    frame.replaceChildren(
      el("label", { class: "choice" }, box, el("span", { text: t("settings.community") })),
      el(
        "fieldset",
        { disabled: !community },
        languages("server", guild.preferred_locale, (locale) => change({ preferred_locale: locale })),
      ),
    );
  };
  draw();
  return frame;
}

export function openSettings(scene) {
  const person = scene.me();
  const problem = el("p", { class: "failure", role: "alert", hidden: true });
  const attempt = async (deed) => {
    problem.hidden = true;
    try {
      await deed();
    } catch (error) {
      problem.textContent = scene.reason(error);
      problem.hidden = false;
    }
  };
  const change = (what) => attempt(() => door.changePerson(person.id, what));
  const choose = async (locale) => {
    await change({ locale });
    dialog.close();
    scene.afterLanguage(locale);
  };
  const [guild] = scene.world.guilds;
  const changeGuild = (what) =>
    attempt(async () => Object.assign(guild, await door.changeGuild(guild.id, what)));
  const inbox = el("input", {
    type: "checkbox",
    name: "inbox",
    checked: person.inbox === "open",
    onchange: ({ target }) => change({ inbox: target.checked ? "open" : "closed" }),
  });
  const installed = el("input", {
    type: "checkbox",
    name: "installed",
    checked: person.installed,
    onchange: ({ target }) => change({ installed: target.checked }),
  });
  const dialog = openDialog(
    { className: "settings", title: t("settings.title", { name: displayName(person) }) },
    el(
      "fieldset",
      {},
      el("legend", { text: t("settings.language") }),
      languages("locale", person.locale, choose),
      el("p", { class: "field-note", text: t("settings.language.note") }),
    ),
    guild &&
      el(
        "fieldset",
        {},
        el("legend", { text: t("settings.server") }),
        serverLanguage(guild, changeGuild),
        el("p", { class: "field-note", text: t("settings.server.note") }),
      ),
    el(
      "fieldset",
      {},
      el("legend", { text: t("settings.inbox") }),
      el("label", { class: "choice" }, inbox, el("span", { text: t("settings.inbox.open") })),
      el("p", { class: "field-note", text: t("settings.inbox.note") }),
    ),
    el(
      "fieldset",
      {},
      el("legend", { text: t("settings.installed") }),
      el("label", { class: "choice" }, installed, el("span", { text: t("settings.installed.mine") })),
      el("p", { class: "field-note", text: t("settings.installed.note") }),
    ),
    problem,
  );
}
