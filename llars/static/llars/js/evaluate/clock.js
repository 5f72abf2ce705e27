// Active time on an item: seconds in which the page is seen and somebody has stirred lately.

const IDLE_AFTER_MS = 120000;
const STEP_MS = 1000;
const MOST_STAMPS = 500;
const SIGNS = ["pointerdown", "pointermove", "keydown", "scroll", "input"];

export class Clock {
  /** @param {number} before milliseconds that were counted on earlier visits */
  constructor(before) {
    this.total = before;
    this.stamps = [];
    this.lastSign = Date.now();
    this.lastStep = Date.now();
    this.isActive = !document.hidden;
    this.stamp(this.isActive ? "start" : "hidden");
    this.controller = new AbortController();
    const options = { signal: this.controller.signal, passive: true, capture: true };
    for (const sign of SIGNS) document.addEventListener(sign, () => this.stir(), options);
    document.addEventListener("visibilitychange", () => this.step(), options);
    this.timer = window.setInterval(() => this.step(), STEP_MS);
  }

  stir() {
    this.lastSign = Date.now();
    if (!this.isActive) this.step();
  }

  step() {
    const now = Date.now();
    if (this.isActive) this.total += Math.min(now, this.lastSign + IDLE_AFTER_MS) - Math.min(this.lastStep, now);
    this.lastStep = now;
    const isActive = !document.hidden && now - this.lastSign < IDLE_AFTER_MS;
    if (isActive !== this.isActive) {
      this.isActive = isActive;
      this.stamp(isActive ? "active" : document.hidden ? "hidden" : "idle");
    }
  }

  stamp(what) {
    if (this.stamps.length < MOST_STAMPS) this.stamps.push([new Date().toISOString(), what]);
  }

  get milliseconds() {
    this.step();
    return Math.max(0, Math.round(this.total));
  }

  stop() {
    window.clearInterval(this.timer);
    this.controller.abort();
  }
}
