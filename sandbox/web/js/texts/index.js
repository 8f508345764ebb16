// The interface's own sentences, in the language of the person who is sitting there.

import en from "./en.js";
import fr from "./fr.js";

const CATALOGUES = { en, fr };
let language = "en";

/** Chooses the catalogue for a Discord locale such as `en-US` or `fr`. */
export function speak(locale) {
  const wanted = (locale ?? "en").split("-")[0];
  language = wanted in CATALOGUES ? wanted : "en";
  document.documentElement.lang = language;
}

/** The first of the browser's languages that the page speaks, or "en". */
export const ofBrowser = () =>
  navigator.languages.map((locale) => locale.split("-")[0]).find((one) => one in CATALOGUES) ?? "en";

export const spoken = () => language;

/** The sentence `key` with its `{names}` filled in. `count` chooses between `key.one` and `key.other`. */
export function t(key, values = {}) {
  const catalogue = CATALOGUES[language];
  const form = "count" in values ? `${key}.${new Intl.PluralRules(language).select(values.count)}` : key;
  const sentence = catalogue[form] ?? catalogue[`${key}.other`] ?? catalogue[key] ?? key;
  return sentence.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}
