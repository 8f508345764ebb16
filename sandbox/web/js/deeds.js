// What a person does with messages and commands, and what is shown until the bot has answered.

import { door } from "./door.js";
import { isPrivate } from "./message.js";
import { openModal } from "./modal.js";
import { t } from "./texts/index.js";

/** The deeds of whoever sits at `scene`. `changed` is called when what they show has changed. */
export function deeds(scene, changed) {
  const attempts = new Map(); // key → {pid, cid, label, error}: commands without an answer yet
  const chosen = new WeakMap(); // message → Map(custom_id → values), until the message changes
  const busy = new Map(); // "person/message" → custom_id of the component that waits for its answer
  const failures = new Map(); // "person/message" → what to say below it

  /** Values as they are sent: files, alone or in lists, are uploaded and named by their ids. */
  async function uploaded(pid, values) {
    const one = async (value) => (value instanceof File ? (await door.upload(pid, value)).id : value);
    const entries = Object.entries(values).map(async ([name, value]) => [
      name,
      Array.isArray(value) ? await Promise.all(value.map(one)) : await one(value),
    ]);
    return Object.fromEntries(await Promise.all(entries));
  }

  /** Sends an interaction and shows the form it may bring; answers with the error to show, or "". */
  async function interact(pid, interaction) {
    try {
      const { options } = interaction;
      const sent = options ? { ...interaction, options: await uploaded(pid, options) } : interaction;
      const answer = await door.interact(pid, sent);
      if (answer.state === "failed") return t("failed.silent");
      if (answer.state === "modal" && pid === scene.pid) {
        openModal(answer.modal, scene, (fields) => submit(pid, interaction.channel_id, answer, fields));
      }
      return "";
    } catch (error) {
      return scene.reason(error);
    }
  }

  async function attempt(interaction, label) {
    const { pid, cid } = scene;
    const key = `attempt-${crypto.randomUUID()}`;
    attempts.set(key, { pid, cid, label, error: "" });
    changed();
    const error = await interact(pid, { ...interaction, channel_id: cid });
    if (error) attempts.set(key, { pid, cid, label, error });
    else attempts.delete(key);
    changed();
  }

  async function submit(pid, cid, { id, modal }, fields) {
    try {
      const answer = await door.interact(pid, {
        kind: "modal",
        channel_id: cid,
        modal_id: modal.id ?? id,
        fields: await uploaded(pid, fields),
      });
      return answer.state === "failed" ? t("modal.failed") : "";
    } catch (error) {
      return scene.reason(error);
    }
  }

  return {
    busy: (message) => busy.get(`${scene.pid}/${message.id}`),
    failure: (message) => failures.get(`${scene.pid}/${message.id}`),
    chosen: (message, customId) => chosen.get(message)?.get(customId),
    attempts: (pid, cid) => [...attempts].filter(([, attempt]) => attempt.pid === pid && attempt.cid === cid),

    /** Presses a button, or chooses `values` in a menu. */
    async press(message, component, values) {
      const { pid } = scene;
      const { custom_id } = component;
      const key = `${pid}/${message.id}`;
      if (values) chosen.set(message, new Map([...(chosen.get(message) ?? []), [custom_id, values]]));
      busy.set(key, custom_id);
      failures.delete(key);
      changed();
      const place = { channel_id: message.channel_id, message_id: message.id };
      const error = await interact(pid, { kind: "component", ...place, custom_id, values });
      busy.delete(key);
      if (error) failures.set(key, error);
      changed();
    },

    /** Sends a command; `label` stands in its place until the answer is there. */
    run: (command, options, label) => attempt({ kind: "command", command, options }, label),

    /** Sends a command of a context menu (`user` or `message`) for what it was chosen on. */
    use: (kind, command, target, label) => attempt({ kind, command, target_id: target }, label),

    forget(key) {
      attempts.delete(key);
      changed();
    },

    /** Whether whoever sits here may delete the message for all. */
    mayDelete: (message) =>
      (message.author.id === scene.pid || scene.me()?.administrator) && !isPrivate(message),

    /** Deletes a message, or dismisses a private one. */
    async remove(message) {
      const { pid } = scene;
      try {
        await door.deleteMessage(pid, message.channel_id, message.id);
      } catch (error) {
        if (error.status !== 404) failures.set(`${pid}/${message.id}`, scene.reason(error));
      }
      if (isPrivate(message)) document.querySelector(".say")?.focus({ preventScroll: true });
      changed();
    },
  };
}
