// The page of a session that runs: what the socket tells is shown at once; without a socket the page
// asks for its fragments every few seconds.
import { AnswerView } from "./answer-view.js";
import { LiveSocket } from "./socket.js";

const POLL_MS = 4000;
const VERDICT_SHOWN_MS = 2500;
const HISTORY_EVERY_MS = 1500;
const ACTIVE = new Set(["queued", "running"]);

const root = document.querySelector("[data-live]");
const labels = JSON.parse(root.dataset.labels);
const current = document.getElementById("current");
const history = document.getElementById("history");
const waiting = [];
const ended = new Set();
let view = null;
let shownDone = false;
let changeAt = 0;
let historyDue = false;
let lastEnded = null;

const state = () => document.getElementById("state");
const refresh = (element, event) => window.htmx.trigger(element, event);
const shownId = () => Number(current.querySelector("[data-comparison]")?.dataset.comparison ?? 0);
const shownStatus = () => current.querySelector("[data-comparison]")?.dataset.comparisonStatus ?? "";

function showProgress({ completed, failed, total }) {
  const bar = document.getElementById("progress");
  if (!bar) return;
  bar.max = total;
  bar.value = completed + failed;
  Object.assign(bar.dataset, { completed, failed, total });
  const text = document.getElementById("progress-text");
  const figure = (number) => number.toLocaleString(document.documentElement.lang);
  const judged = text.dataset.judgedText.replace("[done]", figure(completed)).replace("[total]", figure(total));
  text.querySelector("[data-judged]").textContent = judged;
  const failedPart = text.querySelector("[data-failed]");
  failedPart.textContent = text.dataset.failedText.replace("[failed]", figure(failed));
  failedPart.hidden = failed === 0;
}

function ask(task) {
  const shown = `${shownId()}:${shownStatus()}`;
  const url = new URL(root.dataset.currentUrl, window.location.href);
  url.searchParams.set("shown", shown);
  if (task) url.searchParams.set("task", task);
  return window.htmx.ajax("GET", url.pathname + url.search, { target: "#current", swap: "innerHTML" });
}

function begin(id) {
  const isShowing = shownStatus() === "running" && !ended.has(shownId());
  if (isShowing || Date.now() < changeAt) waiting.push(id);
  else ask(id);
}

function end(event) {
  ended.add(event.comparison_id);
  lastEnded = event.comparison_id;
  historyDue = true;
  if (event.comparison_id !== shownId() || shownDone) return;
  shownDone = true;
  changeAt = Date.now() + VERDICT_SHOWN_MS;
  ask(event.comparison_id);
}

function stream(event) {
  if (event.comparison_id !== shownId() || shownStatus() !== "running") return;
  view ??= new AnswerView(current.querySelector("[data-stream]"), labels);
  view.add(event.chunk, event.offset);
}

function status(event) {
  showProgress(event);
  if (event.status === state().dataset.status) return;
  refresh(state(), "llars:state");
  historyDue = true;
}

const HANDLERS = {
  "judge:status": status,
  "judge:progress": showProgress,
  "judge:comparison_start": (event) => begin(event.comparison_id),
  "judge:comparison_complete": end,
  "judge:llm_stream": stream,
  "judge:session_complete": (event) => {
    showProgress(event);
    refresh(state(), "llars:state");
    historyDue = true;
    waiting.length = 0;
    document.getElementById("announcement").textContent = root.dataset.saidComplete;
    if (shownStatus() === "running") ask(shownId());
  },
};

const request = { type: "judge:join_session", session_id: Number(root.dataset.session) };
const socket = new LiveSocket(root.dataset.socket, request, (event) => HANDLERS[event.type]?.(event));

function next() {
  if (Date.now() < changeAt) return;
  if (shownStatus() === "running" && !ended.has(shownId())) return;
  let id = waiting.shift();
  while (id && ended.has(id)) id = waiting.shift();
  if (!id && lastEnded !== shownId()) id = lastEnded;
  if (!id) return;
  changeAt = Date.now() + VERDICT_SHOWN_MS;
  ask(id);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-show-comparison]");
  if (button) ask(Number(button.dataset.showComparison));
});

document.body.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id !== "current") return;
  view = null;
  shownDone = shownStatus() !== "running";
});

window.setInterval(next, 500);
window.setInterval(() => {
  const isFirstPage = (history.querySelector("[data-page]")?.dataset.page ?? "1") === "1";
  if (!historyDue || !isFirstPage) return;
  historyDue = false;
  refresh(history, "llars:history");
}, HISTORY_EVERY_MS);
window.setInterval(() => {
  if (socket.joined || !ACTIVE.has(state().dataset.status)) return;
  refresh(state(), "llars:state");
  ask();
  historyDue = true;
}, POLL_MS);
