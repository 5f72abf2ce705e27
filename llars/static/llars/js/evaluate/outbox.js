// What is on its way to the server waits in the browser's own storage until it is known to be there.

const PREFIX = "llars:work";
const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 30000;

export class Outbox {
  constructor(data, words) {
    this.words = words;
    this.pause = FIRST_PAUSE_MS;
    this.csrf = document.querySelector('[name="csrfmiddlewaretoken"]')?.value ?? "";
    this.onChange = () => {};
    this.use(data);
    window.addEventListener("online", () => this.flush());
    document.addEventListener("visibilitychange", () => document.hidden || this.flush());
  }

  use({ member, user, alive }) {
    this.member = member ?? this.member;
    this.user = user ?? this.user;
    this.alive = alive ?? this.alive;
  }

  get store() {
    return `${PREFIX}:${this.user}:${this.member}`;
  }

  read(name) {
    try {
      return JSON.parse(window.localStorage.getItem(`${this.store}:${name}`) ?? "null");
    } catch {
      return null;
    }
  }

  write(name, value) {
    try {
      if (value === null) window.localStorage.removeItem(`${this.store}:${name}`);
      else window.localStorage.setItem(`${this.store}:${name}`, JSON.stringify(value));
    } catch {
      // A browser without storage keeps what is in the form, and no more.
    }
  }

  keepDraft(place, version, text) {
    this.write(`draft:${place}`, { version, text });
  }

  keptDraft(place, version) {
    const kept = this.read(`draft:${place}`);
    return kept && kept.version === version ? kept.text : null;
  }

  dropDraft(place) {
    this.write(`draft:${place}`, null);
  }

  get entries() {
    return this.read("answers") ?? [];
  }

  put(place, url, body) {
    const entry = { place, url, body: body.toString(), key: body.get("submission_key") };
    this.write("answers", [...this.entries.filter((one) => one.place !== place), entry]);
    return entry;
  }

  drop(entry) {
    const left = this.entries.filter((one) => one.key !== entry.key);
    this.write("answers", left.length ? left : null);
  }

  /** Send one answer; it stays here unless the server has taken it or said what is wrong with it. */
  async send(entry) {
    const outcome = await this.post(entry.url, new URLSearchParams(entry.body));
    if (!["offline", "login", "stranger", "busy"].includes(outcome.kind)) this.drop(entry);
    else this.later();
    this.onChange(this.entries.length, outcome.kind);
    return outcome;
  }

  later() {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.flush(), this.pause);
    this.pause = Math.min(this.pause * 1.5, LONGEST_PAUSE_MS);
  }

  /** Send all that waits, one after the other. */
  async flush() {
    if (this.isFlushing) return;
    this.isFlushing = true;
    for (const entry of this.entries) {
      const outcome = await this.send(entry);
      if (["offline", "login", "stranger", "busy"].includes(outcome.kind)) break;
      this.pause = FIRST_PAUSE_MS;
      if (outcome.kind === "saved") this.dropDraft(entry.place);
      else this.giveBack(entry, outcome);
    }
    this.isFlushing = false;
  }

  /** What the server refused becomes a draft of its item again, and the page says so. */
  giveBack(entry, outcome) {
    const fields = new URLSearchParams(entry.body);
    const version = fields.get("item_version");
    for (const name of ["item_version", "based_on", "active_time_ms", "stamps", "submission_key"]) fields.delete(name);
    this.keepDraft(entry.place, version, fields.toString());
    this.onChange(this.entries.length, "refused", { place: entry.place, ...outcome.data });
  }

  /**
   * Post a form's fields.
   * @returns {Promise<{kind: string, data: object}>} kind: saved, gaps, conflict, refused, login, stranger,
   *   busy (the server could not), offline
   */
  async post(url, body, isSecond = false) {
    body.set("csrfmiddlewaretoken", this.csrf);
    let response;
    try {
      response = await fetch(url, {
        method: "POST",
        body,
        credentials: "same-origin",
        headers: { Accept: "application/json" },
      });
    } catch {
      return { kind: "offline", data: {} };
    }
    const isJson = response.headers.get("Content-Type")?.includes("json") ?? false;
    const data = isJson ? await response.json().catch(() => ({})) : {};
    if (response.ok && isJson) return { kind: "saved", data };
    if ([401, 403, 404].includes(response.status)) {
      const known = await this.renew();
      if (known !== "here") return { kind: known, data };
      if (!isSecond && response.status !== 404) return this.post(url, body, true);
    }
    if (response.status === 400 && data.errors) return { kind: "gaps", data };
    if (response.status === 409) return { kind: data.code === "answer_refused" ? "refused" : "conflict", data };
    if (response.status >= 500 || response.status === 429) return { kind: "busy", data };
    return { kind: "refused", data };
  }

  /** Ask who is logged in, and take the form's mark anew. */
  async renew() {
    try {
      const response = await fetch(this.alive, { headers: { Accept: "application/json" } });
      if (response.status === 401) return "login";
      const { user, csrf } = await response.json();
      if (String(user) !== String(this.user)) return "stranger";
      this.csrf = csrf;
      return "here";
    } catch {
      return "offline";
    }
  }
}
