// The sandbox's door for people: requests, and a WebSocket that comes back by itself.

/** A request that the sandbox refused: `status`, and its reason as `message`. */
export class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

async function sent(path, request) {
  try {
    return await fetch(path, request);
  } catch {
    throw new Refused(0, "");
  }
}

const ask = async (method, path, body) =>
  read(
    await sent(path, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    }),
  );

async function read(answer) {
  const text = await answer.text();
  let value = null;
  try {
    value = text ? JSON.parse(text) : null;
  } catch {
    value = null;
  }
  if (!answer.ok) throw new Refused(answer.status, value?.error ?? value?.message ?? `${answer.status}`);
  return value;
}

const query = (fields) => {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return given.length ? `?${new URLSearchParams(given)}` : "";
};

/** Sends a file for an option of a command or a field of a form. */
async function upload(pid, file) {
  const path = `/people/${pid}/attachments?${new URLSearchParams({ filename: file.name })}`;
  return read(await sent(path, { method: "POST", body: file }));
}

export const door = {
  upload,
  people: () => ask("GET", "/people"),
  changePerson: (pid, change) => ask("PATCH", `/people/${pid}`, change),
  channels: (pid) => ask("GET", `/people/${pid}/channels`),
  messages: (pid, cid, { before, limit = 50 } = {}) =>
    ask("GET", `/people/${pid}/channels/${cid}/messages${query({ before, limit })}`),
  say: (pid, cid, content) => ask("POST", `/people/${pid}/channels/${cid}/messages`, { content }),
  read: (pid, cid) => ask("POST", `/people/${pid}/channels/${cid}/read`),
  deleteChannel: (pid, cid) => ask("DELETE", `/people/${pid}/channels/${cid}`),
  deleteMessage: (pid, cid, mid) => ask("DELETE", `/people/${pid}/channels/${cid}/messages/${mid}`),
  commands: (pid, cid) => ask("GET", `/people/${pid}/commands${query({ channel_id: cid })}`),
  interact: (pid, interaction) => ask("POST", `/people/${pid}/interactions`, interaction),
  faults: () => ask("GET", "/faults"),
  addFault: (fault) => ask("POST", "/faults", fault),
  clearFaults: () => ask("DELETE", "/faults"),
  gatewayFault: (kind) => ask("POST", "/faults/gateway", { do: kind }),
  changeGuild: (gid, what) => ask("PATCH", `/guilds/${gid}`, what),
  permissions: (gid, cid, deny) => ask("PATCH", `/guilds/${gid}/channels/${cid}/bot_permissions`, { deny }),
  violations: () => ask("GET", "/violations"),
};

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 1500;

/**
 * Listens to what happens to a person. `onOpen` runs at each connection (so that the caller can catch up),
 * `onEvent` for each frame, `onLost(wasOpen)` when it breaks or cannot be made; it is tried again until `stop()`.
 */
export function listen(pid, { onOpen, onEvent, onLost }) {
  let pause = FIRST_PAUSE;
  let socket = null;
  let timer = null;
  let stopped = false;
  const connect = () => {
    let open = false;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    socket = new WebSocket(`${scheme}//${location.host}/people/${pid}/events`);
    socket.addEventListener("open", () => {
      pause = FIRST_PAUSE;
      open = true;
      onOpen();
    });
    socket.addEventListener("message", ({ data }) => onEvent(JSON.parse(data)));
    socket.addEventListener("close", () => {
      if (stopped) return;
      onLost(open);
      timer = setTimeout(connect, pause * (0.8 + Math.random() * 0.4));
      pause = Math.min(pause * 2, LONGEST_PAUSE);
    });
  };
  connect();
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
      socket.close();
    },
  };
}
