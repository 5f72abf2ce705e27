// Two threads beside one another, scrolled apart or together.

const STORE = "llars:scroll-together";

function stored() {
  try {
    return window.localStorage.getItem(STORE) === "on";
  } catch {
    return false;
  }
}

export function setUpPanes(root) {
  const line = root.querySelector("[data-sync]");
  if (!line) return;
  const box = line.querySelector("[data-sync-switch]");
  const panes = [...root.querySelectorAll("[data-pane]")];
  line.hidden = false;
  box.checked = stored();
  box.addEventListener("change", () => {
    try {
      window.localStorage.setItem(STORE, box.checked ? "on" : "off");
    } catch {
      // Without storage the choice holds until the page is left.
    }
  });
  let led = null;
  for (const pane of panes) {
    pane.addEventListener("scroll", () => {
      if (!box.checked || (led && led !== pane)) return;
      led = pane;
      const share = pane.scrollTop / Math.max(1, pane.scrollHeight - pane.clientHeight);
      for (const other of panes) {
        if (other !== pane) other.scrollTop = share * (other.scrollHeight - other.clientHeight);
      }
      window.requestAnimationFrame(() => {
        led = null;
      });
    });
  }
}
