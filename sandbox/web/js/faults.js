// The panel that makes the sandbox misbehave as Discord sometimes does.

import { openDialog } from "./dialogs.js";
import { el, icon } from "./dom.js";
import { door } from "./door.js";
import { t } from "./texts/index.js";
import { THREADS } from "./world.js";

const GATEWAY = ["drop", "reconnect", "invalid_session", "silence"];
const REQUESTS = {
  limited: { status: 429, retry_after: 1 },
  error: { status: 500 },
  slow: { delay: 2 },
  lost: { drop: true },
};

export function openFaults(scene) {
  const said = el("p", { class: "said", role: "status" });
  const waiting = el("p", { class: "waiting" });
  const rules = el("div", { class: "violations" });
  const times = el("input", { type: "number", min: 1, max: 20, value: 1, id: "fault-times" });
  const channel = scene.world.channel(scene.pid, scene.cid);
  const judge = scene.world.people.find(({ administrator }) => administrator) ?? scene.me();

  async function refresh() {
    try {
      const list = ((await door.faults()) ?? {}).faults ?? [];
      waiting.replaceChildren();
      if (list.length)
        waiting.append(
          t("faults.waiting", { count: list.length }),
          " ",
          action("faults.clear", () => door.clearFaults(), "text-button"),
        );
      const broken = ((await door.violations()) ?? {}).violations ?? [];
      rules.replaceChildren(
        el("p", {
          text: broken.length
            ? t("faults.violations.some", { count: broken.length })
            : t("faults.violations.none"),
        }),
      );
      if (broken.length)
        rules.append(
          el(
            "ol",
            {},
            broken.slice(-20).map((one) => el("li", { text: `${one.method} ${one.path} — ${one.problem}` })),
          ),
        );
    } catch (error) {
      said.textContent = scene.reason(error);
    }
  }

  function action(key, run, className = "button secondary") {
    const button = el("button", { type: "button", class: className, text: t(key) });
    button.addEventListener("click", async () => {
      button.setAttribute("aria-busy", "true");
      try {
        const silent = await run();
        said.textContent = silent === false ? t("faults.nothing") : t("faults.done", { what: t(key) });
      } catch (error) {
        said.textContent = scene.reason(error);
      }
      button.removeAttribute("aria-busy");
      await refresh();
    });
    return button;
  }

  async function deleteLatest() {
    const page = scene.world.page(scene.pid, scene.cid);
    const latest = page?.messages.findLast(
      ({ author, flags }) => author.id === scene.world.bot?.id && !(flags & 64),
    );
    if (!latest) return false;
    await door.deleteMessage(judge.id, scene.cid, latest.id);
    return true;
  }

  const owner = channel && THREADS.has(channel.type) ? channel.parent_id : channel?.id; // threads have their channel's permissions
  const permit = (deny) => () => door.permissions(channel.guild_id, owner, deny);
  const denied = ["SEND_MESSAGES", "SEND_MESSAGES_IN_THREADS"];
  const here = channel?.guild_id
    ? [
        action("faults.message", deleteLatest),
        action(
          THREADS.has(channel.type) ? "faults.thread" : "faults.channel",
          () => door.deleteChannel(judge.id, channel.id),
          "button danger",
        ),
        action("faults.forbid", permit(denied)),
        action("faults.allow", permit([])),
      ]
    : [action("faults.message", deleteLatest)];
  openDialog(
    { className: "faults", title: t("faults.title") },
    el("p", { class: "dialog-intro", text: t("faults.intro") }),
    group(
      "faults.gateway",
      GATEWAY.map((kind) => action(`faults.gateway.${kind}`, () => door.gatewayFault(kind))),
    ),
    group(
      "faults.requests",
      [
        el("label", { class: "times", for: "fault-times" }, t("faults.times"), times),
        ...Object.entries(REQUESTS).map(([kind, does]) =>
          action(`faults.${kind}`, () =>
            door.addFault({ match: {}, times: Number(times.value) || 1, do: does }),
          ),
        ),
      ],
      waiting,
    ),
    channel ? group("faults.here", here) : null,
    group("faults.violations", [], rules),
    el("div", { class: "said-frame" }, icon("bolt"), said),
  );
  return refresh();
}

const group = (key, buttons, ...more) =>
  el("fieldset", {}, el("legend", { text: t(key) }), el("div", { class: "button-group" }, buttons), ...more);
