// What every page has: the colour switch, and forms that send themselves when a choice changes.

const ORDER = ["auto", "light", "dark"];

function currentChoice() {
  return document.documentElement.dataset.themeChoice || "auto";
}

function showChoice(button) {
  const choice = currentChoice();
  const label = button.dataset[`label${choice[0].toUpperCase()}${choice.slice(1)}`];
  button.querySelector("[data-theme-label]").textContent = label;
  button.title = label;
  for (const icon of button.querySelectorAll("[data-theme-icon]")) {
    icon.hidden = icon.dataset.themeIcon !== choice;
  }
}

function nextChoice(button) {
  const choice = ORDER[(ORDER.indexOf(currentChoice()) + 1) % ORDER.length];
  try {
    window.localStorage.setItem("llars-theme", choice);
  } catch {
    // Without storage the choice cannot be kept; the system's colours stay.
  }
  window.dispatchEvent(new Event("llars:theme"));
  showChoice(button);
}

for (const button of document.querySelectorAll("[data-theme-switch]")) {
  button.hidden = false;
  showChoice(button);
  button.addEventListener("click", () => nextChoice(button));
}

document.addEventListener("change", (event) => {
  const form = event.target.closest("form[data-submit-on-change]");
  if (form) form.requestSubmit();
});
