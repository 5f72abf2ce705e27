// From item to item without loading the page anew; the next one is fetched beforehand.

const QUIET_MS = 300;

export class Pages {
  constructor(outbox) {
    this.outbox = outbox;
    this.fetched = new Map();
    this.done = [];
    this.shownAt = 0;
    this.onShown = () => {};
    document.getElementById("work").dataset.ready = "";
    window.addEventListener("popstate", () => this.show(window.location.href));
    document.addEventListener("click", (event) => {
      const link = event.target.closest("a[data-go]");
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.go(link.href);
    });
  }

  /** For a moment after an item has appeared, keys that were meant for the last one do nothing. */
  get isQuiet() {
    return Date.now() - this.shownAt < QUIET_MS;
  }

  answered(url) {
    if (this.done.at(-1) !== url) this.done.push(url);
    this.fetched.delete(new URL(url, window.location.href).href);
  }

  back() {
    const url = this.done.pop();
    if (url) this.go(url);
  }

  /** The parsed page, or null where it cannot be had. */
  async look(url) {
    try {
      const response = await fetch(url, { headers: { Accept: "text/html" } });
      if (!response.ok) return null;
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const root = page.getElementById("work");
      return root ? Object.assign(root, { address: response.url }) : null;
    } catch {
      return null;
    }
  }

  async prefetch(url) {
    const address = new URL(url, window.location.href).href;
    if (this.fetched.has(address)) return;
    const root = await this.look(address);
    if (root?.querySelector("form[data-answer]")) this.fetched.set(address, root);
  }

  /** Show the page at this address; without a connection only one that was fetched before. */
  async go(url, { offlineToo = false } = {}) {
    const address = new URL(url, window.location.href).href;
    if (address === window.location.href && offlineToo) return false;
    const fresh = offlineToo ? null : await this.look(address);
    const root = fresh ?? this.fetched.get(address) ?? null;
    this.fetched.delete(address);
    if (!root) {
      if (!offlineToo) window.location.assign(address);
      return false;
    }
    window.history.pushState({}, "", root.address ?? address);
    this.put(root);
    return true;
  }

  async show(address) {
    const root = await this.look(address);
    if (root) this.put(root);
    else window.location.reload();
  }

  reload() {
    this.outbox.dropDraft(document.getElementById("work").dataset.place);
    return this.show(window.location.href);
  }

  put(root) {
    const adopted = document.adoptNode(root);
    document.getElementById("work").replaceWith(adopted);
    if (adopted.dataset.title) document.title = adopted.dataset.title;
    window.htmx?.process(adopted);
    window.scrollTo({ top: 0 });
    this.shownAt = Date.now();
    window.setTimeout(() => {
      adopted.dataset.ready = "";
    }, QUIET_MS);
    this.onShown();
  }
}
