// What is in the form: kept in the browser with every change, sent as a draft, taken back step by step.

const SEND_AFTER_MS = 400;
const MOST_STEPS = 100;
const OWN = new Set(["csrfmiddlewaretoken", "item_version", "based_on", "active_time_ms", "revision"]);

function newKey() {
  return crypto.randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`;
}

export class FormState {
  constructor(form, place, outbox, clock, saveState) {
    Object.assign(this, { form, place, outbox, clock, saveState });
    this.empty = this.blank();
    this.revision = Number(form.querySelector("[data-revision]").value);
    this.submissionKey = newKey();
    const kept = outbox.keptDraft(place, form.elements.item_version.value);
    this.steps = [];
    if (kept && kept !== this.text()) {
      this.fill(kept);
      this.dirty();
    }
    this.before = this.text();
    this.isStopped = false;
    form.addEventListener("input", () => this.changed());
    form.addEventListener("change", () => this.changed());
  }

  blank() {
    const fields = new URLSearchParams(this.text());
    for (const name of [...fields.keys()]) fields.delete(name);
    return fields.toString();
  }

  /** The answer's fields alone, as text. */
  text() {
    const fields = new URLSearchParams();
    for (const [name, value] of new FormData(this.form)) {
      if (!OWN.has(name) && value !== "") fields.append(name, value);
    }
    return fields.toString();
  }

  fill(text) {
    const fields = new URLSearchParams(text);
    for (const element of this.form.elements) {
      if (!element.name || OWN.has(element.name)) continue;
      if (element.type === "radio" || element.type === "checkbox") {
        element.checked = fields.getAll(element.name).includes(element.value);
      } else if (element.type !== "submit" && element.type !== "button") {
        element.value = fields.get(element.name) ?? "";
      }
    }
    this.form.dispatchEvent(new CustomEvent("llars:filled"));
  }

  changed() {
    const text = this.text();
    if (text === this.before) return;
    if (this.steps.length >= MOST_STEPS) this.steps.shift();
    this.steps.push(this.before);
    this.before = text;
    this.dirty();
  }

  dirty() {
    if (this.isStopped) return;
    this.outbox.keepDraft(this.place, this.form.elements.item_version.value, this.text());
    this.saveState.saving();
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.send(), SEND_AFTER_MS);
  }

  async send(force = false) {
    if (this.isStopped || this.isSending) {
      this.isStale = this.isSending;
      return;
    }
    this.isSending = true;
    const sent = this.text();
    const body = this.body();
    body.set("revision", String(this.revision));
    if (force) body.set("force", "1");
    const outcome = await this.outbox.post(this.form.dataset.draftUrl, body);
    this.isSending = false;
    if (this.isStopped) return;
    if (outcome.kind === "saved") {
      this.revision = outcome.data.revision;
      if (sent === this.text()) this.outbox.dropDraft(this.place);
      this.saveState.say(outcome.data.said);
    } else if (outcome.kind === "conflict") {
      this.conflict(outcome.data);
      return;
    } else {
      this.saveState.outcome(outcome);
      if (outcome.kind !== "refused") this.timer = window.setTimeout(() => this.send(), 3000);
      return;
    }
    if (this.isStale || sent !== this.text()) {
      this.isStale = false;
      this.dirty();
    }
  }

  conflict({ detail, other }) {
    this.saveState.conflict(detail, {
      mine: () => this.send(true),
      theirs: () => {
        const fields = new URLSearchParams();
        for (const [name, values] of Object.entries(other?.fields ?? {})) {
          for (const value of values) fields.append(name, value);
        }
        this.revision = other?.revision ?? this.revision;
        this.fill(fields.toString());
        this.changed();
      },
    });
  }

  /** Everything that a submission or a draft carries. */
  body() {
    const body = new URLSearchParams(new FormData(this.form));
    body.set("active_time_ms", String(this.clock.milliseconds));
    body.set("stamps", JSON.stringify(this.clock.stamps));
    body.set("submission_key", this.submissionKey);
    body.delete("csrfmiddlewaretoken");
    return body;
  }

  undo() {
    const step = this.steps.pop();
    if (step === undefined) return false;
    this.fill(step);
    this.before = this.text();
    this.dirty();
    return true;
  }

  reset() {
    this.fill(this.empty);
    this.changed();
  }

  stop() {
    this.isStopped = true;
    window.clearTimeout(this.timer);
  }

  resume() {
    this.isStopped = false;
    this.submissionKey = newKey();
  }

  /** The answer is handed in: what was kept of it here is done with. */
  forget() {
    this.stop();
    this.clock.stop();
    this.outbox.dropDraft(this.place);
  }
}
