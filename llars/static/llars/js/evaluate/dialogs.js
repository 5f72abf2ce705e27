// The instructions, shown at the first visit of each version, and the list of keys.

const SEEN = "llars:instructions";

function seen() {
  try {
    return new Set(JSON.parse(window.localStorage.getItem(SEEN) ?? "[]"));
  } catch {
    return new Set();
  }
}

export function setUpDialogs() {
  const showButtons = () => {
    for (const button of document.querySelectorAll("[data-open]")) button.hidden = false;
  };
  showButtons();
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-open]");
    if (button) document.getElementById(button.dataset.open).showModal();
  });
  document.addEventListener("toggle", (event) => {
    const jump = event.target.closest?.("[data-jump]");
    if (jump?.open) window.htmx.trigger(jump.querySelector(".jump-list"), "llars:jump");
  }, true);
  const instructions = document.getElementById("instructions");
  const { version } = instructions.dataset;
  const known = seen();
  if ("hasText" in instructions.dataset && !known.has(version)) {
    instructions.showModal();
    known.add(version);
    try {
      window.localStorage.setItem(SEEN, JSON.stringify([...known]));
    } catch {
      // Without storage they are shown at each visit.
    }
  }
  new MutationObserver(showButtons).observe(document.getElementById("content"), { childList: true });
  return { showButtons };
}
