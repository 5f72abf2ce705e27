// How far saving is, always in words.

export class SaveState {
  constructor(element, words) {
    this.element = element;
    this.words = words;
  }

  say(text, kind = "good") {
    if (!text) return;
    this.element.dataset.kind = kind;
    this.element.replaceChildren(text);
  }

  saving() {
    this.say(this.words.saving, "busy");
  }

  /** @param {string} kind why something waits: offline, login, stranger, busy */
  waiting(kind) {
    if (kind === "login") {
      this.say(this.words.login, "error");
      const link = document.createElement("a");
      Object.assign(link, { href: this.words.loginUrl, target: "_blank", rel: "opener", textContent: this.words.loginLink });
      this.element.append(" ", link);
      return;
    }
    this.say({ offline: this.words.offline, stranger: this.words.stranger }[kind] ?? this.words.unsaved, "error");
  }

  outcome({ kind, data }) {
    if (kind === "refused" || kind === "gaps" || kind === "conflict") this.say(data.detail, "error");
    else this.waiting(kind);
  }

  outboxIs(waiting, problem, told) {
    if (problem === "refused" && told?.place) {
      this.say(`${this.words.refused.replace("[place]", told.place)} ${told.detail ?? ""}`, "error");
    } else if (waiting === 0 && this.element.dataset.kind === "error") {
      this.say(this.words.sent);
    } else if (waiting > 0) {
      this.waiting(problem);
      this.element.append(` ${this.words.waiting.replace("[number]", String(waiting))}`);
    }
  }

  /** Say something with buttons: label to what it does. */
  withButtons(text, kind, buttons) {
    this.say(text, kind);
    for (const [label, act] of buttons) {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", className: "btn btn-sm btn-outline-secondary", textContent: label });
      button.addEventListener("click", act);
      this.element.append(" ", button);
    }
  }

  conflict(text, { mine, theirs }) {
    this.withButtons(text ?? this.words.conflict, "error", [
      [this.words.mine, mine],
      [this.words.theirs, theirs],
    ]);
  }

  offer(text, label, act) {
    this.withButtons(text, "good", [[label, act]]);
  }
}
