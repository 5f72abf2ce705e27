// Passages marked as evidence: side, message and offsets in characters, and the words themselves.

const NAME = "llars-evidence";

/** Characters before a place in the text, as people count them (not UTF-16 units). */
function characters(text) {
  return [...text].length;
}

export class Quotes {
  constructor(root, form) {
    this.root = root;
    this.field = form.elements.highlights;
    this.box = root.querySelector("[data-quotes]");
    if (!this.box) return;
    this.box.hidden = false;
    this.box.querySelector("[data-quote]").addEventListener("click", () => this.take());
    form.addEventListener("llars:filled", () => this.show());
    this.show();
  }

  get quotes() {
    try {
      return JSON.parse(this.field.value || "[]");
    } catch {
      return [];
    }
  }

  set quotes(quotes) {
    this.field.value = quotes.length ? JSON.stringify(quotes) : "";
    this.field.dispatchEvent(new Event("input", { bubbles: true }));
    this.show();
  }

  take() {
    const selection = window.getSelection();
    if (!selection.rangeCount || selection.isCollapsed) return;
    const range = selection.getRangeAt(0);
    const message = range.startContainer.parentElement?.closest("[data-message]");
    if (!message || !message.contains(range.endContainer)) return;
    const start = characters(message.textContent.slice(0, range.startOffset));
    const quote = range.toString();
    const side = message.closest("[data-pane]").dataset.pane;
    const taken = { side, message: Number(message.dataset.message), start, end: start + characters(quote), quote };
    selection.removeAllRanges();
    this.quotes = [...this.quotes, taken];
  }

  show() {
    const list = this.box.querySelector("[data-quote-list]");
    list.replaceChildren(...this.quotes.map((quote, index) => this.line(quote, index, list.dataset.remove)));
    if (!window.CSS?.highlights) return;
    const ranges = this.quotes.map((quote) => this.range(quote)).filter(Boolean);
    window.CSS.highlights.set(NAME, new window.Highlight(...ranges));
  }

  line(quote, index, remove) {
    const line = document.createElement("li");
    const text = document.createElement("q");
    text.textContent = quote.quote;
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "btn btn-sm btn-outline-secondary", textContent: remove });
    button.addEventListener("click", () => {
      this.quotes = this.quotes.filter((_, other) => other !== index);
    });
    line.append(text, " ", button);
    return line;
  }

  range({ side, message, start, end }) {
    const pane = this.root.querySelector(`[data-pane="${CSS.escape(side)}"]`);
    const text = pane?.querySelector(`[data-message="${Number(message)}"]`)?.firstChild;
    if (!text) return null;
    const all = [...text.data];
    const range = document.createRange();
    range.setStart(text, Math.min(all.slice(0, start).join("").length, text.data.length));
    range.setEnd(text, Math.min(all.slice(0, end).join("").length, text.data.length));
    return range;
  }
}
