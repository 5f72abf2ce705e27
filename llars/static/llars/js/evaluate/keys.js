// The keyboard: one key a decision, arrows between questions, Enter to save and go on.

import { boardIn } from "./board.js";

const STORE = "llars:keys";

export class Keys {
  constructor(item, pages, dialogs) {
    Object.assign(this, { item, pages, dialogs });
    const box = document.querySelector("[data-keys-switch]");
    box.checked = this.areOn;
    box.addEventListener("change", () => {
      try {
        window.localStorage.setItem(STORE, box.checked ? "on" : "off");
      } catch {
        // Without storage the choice holds until the page is left.
      }
    });
    document.addEventListener("keydown", (event) => this.press(event));
  }

  get areOn() {
    try {
      return window.localStorage.getItem(STORE) !== "off";
    } catch {
      return true;
    }
  }

  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (document.querySelector("dialog[open]")) return;
    const target = event.target;
    const isText = target.matches?.("textarea, select, input:not([type=radio]):not([type=checkbox])");
    if (isText || this.pages.isQuiet || event.repeat) {
      if (this.pages.isQuiet && !isText && !event.repeat) event.preventDefault();
      return;
    }
    if (event.key === "Enter") return this.enter(event, target);
    if (!this.areOn) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") return this.arrow(event, target);
    if (this.choose(event.key)) event.preventDefault();
    else this.command(event);
  }

  enter(event, target) {
    if (target.closest?.("button, a, summary")) return;
    event.preventDefault();
    this.item()?.form.requestSubmit();
  }

  controls() {
    return [...document.querySelectorAll("[data-control]")];
  }

  /** The question that keys answer: the one with the focus, else the first without an answer. */
  current() {
    const focused = document.activeElement?.closest?.("[data-control]");
    if (focused && !boardIn(focused)?.isComplete) return focused;
    const all = this.controls().filter((one) => one.querySelector("[data-option-key], [data-board]"));
    return all.find((one) => !(boardIn(one)?.isComplete ?? one.querySelector(":checked"))) ?? all[0];
  }

  choose(key) {
    const control = this.current();
    const board = boardIn(control);
    if (board) return board.take(key);
    const inControl = control?.querySelector(`[data-option-key="${CSS.escape(key)}"]`);
    const option = inControl ?? this.onlyOne(key);
    if (!option) return false;
    option.focus();
    option.click();
    const box = option.closest("[data-control]");
    if (option.type === "radio") this.next(box);
    return true;
  }

  /** The option for a letter that stands in one question alone, wherever the focus is. */
  onlyOne(key) {
    if (/^\d$/.test(key)) return null;
    const found = document.querySelectorAll(`[data-control] [data-option-key="${CSS.escape(key)}"]`);
    return found.length === 1 ? found[0] : null;
  }

  next(control) {
    const all = this.controls();
    const after = all.slice(all.indexOf(control) + 1).find((one) => !one.querySelector("input:checked"));
    const field = after?.querySelector("input[type=radio], input[type=checkbox]");
    if (field) field.focus();
  }

  arrow(event, target) {
    if (target.matches?.("input[type=radio]") === false && !target.closest?.("[data-control]")) return;
    if (target.closest?.("[data-board]")) return;
    const all = this.controls().filter((one) => one.querySelector("input, textarea"));
    const step = event.key === "ArrowDown" ? 1 : -1;
    const other = all[all.indexOf(target.closest("[data-control]")) + step];
    if (!other) return;
    event.preventDefault();
    (other.querySelector("input:checked") ?? other.querySelector("input, textarea")).focus();
  }

  command(event) {
    const element = document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
    if (!element || element.hidden) return;
    event.preventDefault();
    if (element.matches("summary")) {
      const box = element.parentElement;
      box.open = !box.open;
      if (box.open) box.querySelector("textarea, input, a")?.focus();
    } else {
      element.click();
    }
  }
}
