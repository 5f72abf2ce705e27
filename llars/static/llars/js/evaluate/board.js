// Texts into buckets: by drag and drop, by keys, by buttons, and by the plain selects underneath.

const BOARDS = new WeakMap();
const DRAGGED = "llars-dragging";

class Board {
  constructor(root) {
    this.root = root;
    this.said = root.querySelector("[data-board-said]");
    for (const button of root.querySelectorAll("[data-board-up], [data-board-down]")) button.hidden = false;
    for (const card of this.cards()) this.setUpCard(card);
    for (const bucket of root.querySelectorAll("[data-bucket]")) this.setUpBucket(bucket);
    root.addEventListener("change", (event) => {
      if (event.target.matches("[data-board-bucket]")) this.place(event.target.closest("[data-card]"), event.target.value);
    });
    root.closest("form").addEventListener("llars:filled", () => this.layOut());
    this.layOut();
  }

  cards() {
    return [...this.root.querySelectorAll("[data-card]")];
  }

  bucketOf(card) {
    return card.querySelector("[data-board-bucket]");
  }

  rankOf(card) {
    return card.querySelector("[data-board-rank]");
  }

  list(bucket) {
    return this.root.querySelector(`[data-bucket="${CSS.escape(bucket)}"] > ol`);
  }

  /** Put each card where its select and its rank say. */
  layOut() {
    const rank = (card) => Number(this.rankOf(card).value) || Infinity;
    for (const card of this.cards().sort((a, b) => rank(a) - rank(b))) {
      this.list(this.bucketOf(card).value)?.append(card);
    }
  }

  setUpCard(card) {
    card.draggable = true;
    card.tabIndex = 0;
    card.addEventListener("dragstart", (event) => {
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", card.dataset.card);
      card.classList.add(DRAGGED);
    });
    card.addEventListener("dragend", () => card.classList.remove(DRAGGED));
    card.addEventListener("keydown", (event) => this.key(event, card));
    card.querySelector("[data-board-up]").addEventListener("click", () => this.step(card, -1));
    card.querySelector("[data-board-down]").addEventListener("click", () => this.step(card, 1));
  }

  setUpBucket(bucket) {
    bucket.addEventListener("dragover", (event) => {
      if (this.root.querySelector(`.${DRAGGED}`)) event.preventDefault();
    });
    bucket.addEventListener("drop", (event) => {
      const card = this.root.querySelector(`.${DRAGGED}`);
      if (!card) return;
      event.preventDefault();
      const before = event.target.closest("[data-card]");
      this.move(card, bucket.dataset.bucket, before === card ? null : before);
    });
  }

  key(event, card) {
    if (event.target !== card || event.ctrlKey || event.metaKey) return;
    const bucket = this.root.querySelector(`[data-bucket-key="${CSS.escape(event.key)}"]`);
    if (bucket) {
      event.preventDefault();
      event.stopPropagation();
      const wasOpen = this.bucketOf(card).value === "";
      this.move(card, bucket.dataset.bucket, null);
      if (wasOpen) this.onward(card);
      else card.focus();
    } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      event.preventDefault();
      event.stopPropagation();
      if (event.altKey || event.shiftKey) this.step(card, event.key === "ArrowUp" ? -1 : 1);
      else this.walk(card, event.key === "ArrowUp" ? -1 : 1);
    }
  }

  /** A key that was pressed elsewhere: the first text without a bucket goes where it says. */
  take(key) {
    const bucket = this.root.querySelector(`[data-bucket-key="${CSS.escape(key)}"]`);
    const card = this.cards().find((one) => this.bucketOf(one).value === "");
    if (!bucket || !card) return false;
    this.move(card, bucket.dataset.bucket, null);
    this.onward(card);
    return true;
  }

  /** To the next text without a bucket; after the last one, to the question that follows. */
  onward(card) {
    const open = this.cards().find((one) => this.bucketOf(one).value === "");
    const questions = [...document.querySelectorAll("[data-control]")];
    const following = questions
      .slice(questions.indexOf(this.root.closest("[data-control]")) + 1)
      .find((one) => one.querySelector("input[type=radio]") && !one.querySelector("input:checked"));
    (open ?? following?.querySelector("input") ?? card).focus();
  }

  get isComplete() {
    return this.cards().every((one) => this.bucketOf(one).value !== "");
  }

  walk(card, step) {
    const all = this.cards();
    all[all.indexOf(card) + step]?.focus();
  }

  step(card, step) {
    const sibling = step < 0 ? card.previousElementSibling : card.nextElementSibling;
    if (!sibling) return;
    if (step < 0) sibling.before(card);
    else sibling.after(card);
    card.focus();
    this.write(card);
  }

  place(card, bucket) {
    this.move(card, bucket, null);
    this.bucketOf(card).focus();
  }

  move(card, bucket, before) {
    this.bucketOf(card).value = bucket;
    if (before) before.before(card);
    else this.list(bucket).append(card);
    this.write(card);
  }

  /** Write all ranks as the cards stand, and say where this one is now. */
  write(card) {
    for (const section of this.root.querySelectorAll("[data-bucket]")) {
      [...section.querySelectorAll("[data-card]")].forEach((one, index) => {
        this.rankOf(one).value = section.dataset.bucket ? String(index + 1) : "";
      });
    }
    const section = card.closest("[data-bucket]");
    const siblings = [...section.querySelectorAll("[data-card]")];
    this.said.textContent = this.root.dataset.saidMoved
      .replace("[card]", card.getAttribute("aria-label"))
      .replace("[bucket]", section.getAttribute("aria-label"))
      .replace("[rank]", String(siblings.indexOf(card) + 1))
      .replace("[number]", String(siblings.length));
    this.rankOf(card).dispatchEvent(new Event("input", { bubbles: true }));
  }
}

/** The board of a question, where it has one. */
export function boardIn(control) {
  return BOARDS.get(control?.querySelector("[data-board]"));
}

export function setUpBoards(root) {
  for (const board of root.querySelectorAll("[data-board]")) BOARDS.set(board, new Board(board));
}
