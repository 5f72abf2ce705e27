// A scenario's tab Evaluation: what comes in is shown as it is told of; without a socket the page asks again and again.
import { LiveSocket } from "./socket.js";

const SHOW_EVERY_MS = 1500;
const POLL_MS = 5000;

const root = document.querySelector("[data-scenario-live]");
const refresh = () => window.htmx.trigger(root, "llars:feed");
let due = false;

const request = { type: "scenario:subscribe", scenario_id: Number(root.dataset.scenario) };
const socket = new LiveSocket(root.dataset.socket, request, (event) => {
  if (event.type !== "error") due = true;
});

window.setInterval(() => {
  if (!due) return;
  due = false;
  refresh();
}, SHOW_EVERY_MS);
window.setInterval(() => {
  if (!socket.joined) refresh();
}, POLL_MS);
