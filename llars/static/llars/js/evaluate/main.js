// An evaluator's page: one item after the other without losing a change.
import { Clock } from "./clock.js";
import { FormState } from "./form-state.js";
import { Keys } from "./keys.js";
import { Outbox } from "./outbox.js";
import { Pages } from "./pages.js";
import { setUpBoards } from "./board.js";
import { setUpLabels } from "./labels.js";
import { setUpPanes } from "./panes.js";
import { Quotes } from "./quotes.js";
import { SaveState } from "./save-state.js";
import { setUpDialogs } from "./dialogs.js";

const words = document.getElementById("words").dataset;
const work = () => document.getElementById("work");
const outbox = new Outbox(work().dataset, words);
const pages = new Pages(outbox);
let item = null;

function fill(text, figures) {
  return text.replace(/\[(\w+)\]/g, (whole, name) => figures[name] ?? whole);
}

function announce(text) {
  document.getElementById("announcement").textContent = text;
}

function showProgress(figures) {
  const line = document.querySelector("[data-progress]");
  if (line && figures.total) line.textContent = fill(words.done, figures).replace(/^[^.]*\. /, "");
  const bar = document.querySelector("[data-progress-bar]");
  if (bar && figures.total) bar.value = figures.done;
}

/** What belongs to the item that is shown; made anew with each. */
class Item {
  constructor(root) {
    this.form = root.querySelector("form[data-answer]");
    this.clock = new Clock(Number(this.form.elements.active_time_ms.value));
    this.quotes = new Quotes(root, this.form);
    setUpBoards(root);
    setUpLabels(root);
    setUpPanes(root);
    this.saveState = new SaveState(root.querySelector("[data-save-state]"), words);
    this.state = new FormState(this.form, root.dataset.place, outbox, this.clock, this.saveState);
    this.form.addEventListener("submit", (event) => this.submit(event));
    for (const other of root.querySelectorAll("form[data-post]")) {
      other.addEventListener("submit", (event) => this.putAway(event, other));
    }
    root.querySelector("form[data-marks]")?.addEventListener("submit", (event) => this.mark(event));
    const undo = root.querySelector("[data-undo]");
    undo.hidden = false;
    undo.addEventListener("click", () => this.undo());
    const reset = root.querySelector("[data-reset]");
    reset.hidden = false;
    reset.addEventListener("click", () => this.state.reset());
  }

  undo() {
    if (!this.state.undo()) pages.back();
  }

  async submit(event) {
    event.preventDefault();
    if (this.isSending) return;
    this.isSending = true;
    this.state.stop();
    const { place, next } = work().dataset;
    const entry = outbox.put(place, this.form.action, this.state.body());
    const outcome = await outbox.send(entry);
    this.isSending = false;
    if (outcome.kind === "saved") {
      this.state.forget();
      await onward(outcome.data, place);
    } else if (outcome.kind === "gaps") {
      this.state.resume();
      this.showGaps(outcome.data);
    } else if (outcome.kind === "conflict") {
      this.state.resume();
      this.saveState.conflict(outcome.data.detail, {
        mine: () => this.insist(),
        theirs: () => pages.reload(),
      });
    } else if (outcome.kind === "refused") {
      this.state.resume();
      this.saveState.say(outcome.data.detail, "error");
    } else {
      this.saveState.waiting(outcome.kind);
      if (!(await pages.go(next, { offlineToo: true }))) this.saveState.say(words.noNext, "error");
    }
  }

  async insist() {
    const fresh = await pages.look(window.location.href);
    const version = fresh?.querySelector('[name="based_on"]')?.value;
    if (version !== undefined) this.form.elements.based_on.value = version;
    this.form.requestSubmit();
  }

  showGaps({ errors = {}, detail }) {
    const box = this.form.querySelector("[data-gaps]");
    const list = box.querySelector("ul");
    list.replaceChildren();
    let first = null;
    for (const [name, texts] of Object.entries(errors)) {
      const control = this.form.querySelector(`[data-control="${CSS.escape(name)}"]`);
      first ??= control?.querySelector("input, select, textarea");
      for (const text of texts) {
        const line = document.createElement("li");
        line.dataset.gap = name;
        line.textContent = text;
        list.append(line);
      }
    }
    if (!list.children.length) {
      const line = document.createElement("li");
      line.textContent = detail;
      list.append(line);
    }
    box.hidden = false;
    (first ?? box).focus();
  }

  async putAway(event, form) {
    event.preventDefault();
    const body = new URLSearchParams(new FormData(form, event.submitter));
    const outcome = await outbox.post(form.action, body);
    if (outcome.kind !== "saved") {
      this.saveState.outcome(outcome);
      return;
    }
    this.state.forget();
    await onward(outcome.data, work().dataset.place, form.dataset.undoUrl);
  }

  async mark(event) {
    event.preventDefault();
    const form = event.target;
    const outcome = await outbox.post(form.action, new URLSearchParams(new FormData(form, event.submitter)));
    if (outcome.kind !== "saved") {
      this.saveState.outcome(outcome);
      return;
    }
    for (const button of form.querySelectorAll("[name=mark]")) {
      button.setAttribute("aria-pressed", String(outcome.data[button.value]));
    }
  }
}

async function onward(data, place, undoUrl) {
  const said = fill(undoUrl ? words.aside : words.done, data);
  pages.answered(data.here);
  await pages.go(data.next);
  showProgress(data);
  announce(said);
  if (undoUrl) {
    item?.saveState.offer(said, words.undo, async () => {
      const outcome = await outbox.post(undoUrl, new URLSearchParams());
      if (outcome.kind === "saved") await pages.go(outcome.data.here);
    });
  } else {
    item?.saveState.say(said);
  }
}

function setUp() {
  const root = work();
  item?.state.stop();
  item = root.querySelector("form[data-answer]") ? new Item(root) : null;
  if (item) {
    outbox.use(root.dataset);
    pages.prefetch(root.dataset.next);
  }
}

pages.onShown = () => {
  setUp();
  (document.getElementById("work-title") ?? document.querySelector("h1"))?.focus();
};
outbox.onChange = (waiting, problem) => item?.saveState.outboxIs(waiting, problem, () => outbox.flush());
const dialogs = setUpDialogs();
new Keys(() => item, pages, dialogs);
setUp();
outbox.flush();
