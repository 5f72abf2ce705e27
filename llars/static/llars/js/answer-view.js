// Shows an answer while it arrives: its texts under their names, or as it is where it is no JSON.
import { readSoFar } from "./partial-json.js";

export class AnswerView {
  /**
   * @param {HTMLElement} element where the answer is shown
   * @param {Record<string, string>} labels what its parts are called
   */
  constructor(element, labels) {
    this.element = element;
    this.labels = labels;
    this.text = "";
    this.skipped = 0;
  }

  /** Add a piece; `offset` counts the characters before it, so that a lost piece is noticed. */
  add(chunk, offset) {
    if (offset > this.text.length + this.skipped) {
      this.skipped = offset;
      this.text = "";
    }
    this.text = this.text.slice(0, Math.max(0, offset - this.skipped)) + chunk;
    this.show();
  }

  /** The text from where it can be read; what came before is not known to who looked too late. */
  readable() {
    if (this.skipped === 0) return this.text;
    const start = this.text.search(/[{,]\s*"\w+"\s*:/);
    return start < 0 ? "" : `{${this.text.slice(start + 1)}`;
  }

  show() {
    const parts = readSoFar(this.readable()).filter((part) => part.value.trim());
    const atEnd = this.element.scrollHeight - this.element.scrollTop - this.element.clientHeight < 40;
    this.element.replaceChildren(parts.length ? this.list(parts) : this.plain());
    if (atEnd) this.element.scrollTop = this.element.scrollHeight;
  }

  plain() {
    const paragraph = document.createElement("p");
    paragraph.className = "break";
    paragraph.textContent = this.text;
    return paragraph;
  }

  list(parts) {
    const list = document.createElement("dl");
    list.className = "reasons reasons-arriving";
    for (const { path, value } of parts) {
      const row = document.createElement("div");
      const term = document.createElement("dt");
      const text = document.createElement("dd");
      term.textContent = this.name(path.filter(Boolean));
      text.textContent = value;
      row.append(term, text);
      list.append(row);
    }
    return list;
  }

  name(path) {
    const known = path.map((key) => this.labels[key] ?? "").filter(Boolean);
    const last = path.at(-1) ?? "";
    if (known.length && this.labels[last]) return known.join(" · ");
    return [...known, last.replaceAll("_", " ")].join(" · ");
  }
}
