// People named with an @ in a text: offered while it is typed, and sent as mentions.

import { plain } from "./command_line.js";
import { displayName } from "./dom.js";

const TYPED = /(?:^|[\s(])@([\p{L}\p{N}._-]*)$/u;
const NAMED = /(?<![<\w])@([\w.]{2,32})/g;

/** The people who can be named in the channel where one is, with the bot. */
function people(scene) {
  const sees = ({ id }) => id === scene.world.bot?.id || scene.world.channel(id, scene.cid);
  const channel = scene.world.channel(scene.pid, scene.cid);
  return scene.world.members(channel?.guild_id).filter(sees);
}

/** Suggestions for the @ before the caret of a text field, or null where there is none. */
export function namesFor(field, scene) {
  const typed = TYPED.exec(field.value.slice(0, field.selectionStart))?.[1];
  if (typed === undefined) return null;
  const wanted = plain(typed);
  return people(scene)
    .filter((user) => [displayName(user), user.username].some((name) => plain(name).startsWith(wanted)))
    .map((user) => ({ label: displayName(user), detail: `@${user.username}`, user, mention: user.username }));
}

/** Puts the name that was chosen where its @ stands. */
export function putName(field, { mention }) {
  const before = field.value.slice(0, field.selectionStart).replace(/@[^@]*$/u, `@${mention} `);
  field.value = before + field.value.slice(field.selectionStart).replace(/^ /, "");
  field.setSelectionRange(before.length, before.length);
}

/** The text as it is sent: `@basile` as a mention of the person with that user name. */
export function withMentions(text, scene) {
  const ids = new Map(people(scene).map(({ id, username }) => [username.toLowerCase(), id]));
  return text.replace(NAMED, (whole, name) => {
    const bare = name.replace(/\.+$/, "");
    const id = ids.get(name.toLowerCase()) ?? ids.get(bare.toLowerCase());
    if (!id) return whole;
    return `<@${id}>${ids.has(name.toLowerCase()) ? "" : name.slice(bare.length)}`;
  });
}
