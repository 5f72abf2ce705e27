// Active time on an item: what lies between two signs of life, unless the page was hidden or the pause was long.

const LONGEST_PAUSE_MS = 120000;
const MOST_STAMPS = 500;
const SIGNS = ["pointerdown", "pointermove", "keydown", "scroll", "input"];

export class Clock {
  /** @param {number} before milliseconds that were counted on earlier visits */
  constructor(before) {
    this.total = before;
    this.stamps = [];
    this.lastSign = Date.now();
    this.stamp(document.hidden ? "hidden" : "start");
    this.controller = new AbortController();
    const options = { signal: this.controller.signal, passive: true, capture: true };
    for (const sign of SIGNS) document.addEventListener(sign, () => this.stir(), options);
    document.addEventListener("visibilitychange", () => this.turn(), options);
  }

  /** Since the last sign of life; nothing where that is too long ago. */
  get sinceSign() {
    const passed = Date.now() - this.lastSign;
    return document.hidden || passed > LONGEST_PAUSE_MS ? 0 : Math.max(0, passed);
  }

  stir() {
    if (Date.now() - this.lastSign > LONGEST_PAUSE_MS) this.stamp("back");
    this.total += this.sinceSign;
    this.lastSign = Date.now();
  }

  turn() {
    if (document.hidden) {
      const passed = Date.now() - this.lastSign;
      if (passed <= LONGEST_PAUSE_MS) this.total += passed;
    }
    this.lastSign = Date.now();
    this.stamp(document.hidden ? "hidden" : "shown");
  }

  stamp(what) {
    if (this.stamps.length < MOST_STAMPS) this.stamps.push([new Date().toISOString(), what]);
  }

  get milliseconds() {
    return Math.round(this.total + this.sinceSign);
  }

  stop() {
    this.controller.abort();
  }
}
