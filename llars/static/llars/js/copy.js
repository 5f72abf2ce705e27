// Puts a field's text on the clipboard. Where the browser does not allow it, the text is selected instead,
// and the status says which keys copy it. Without this script the field itself is there to be copied from.

const status = document.querySelector("[data-copy-status]");

async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    status.textContent = status.dataset.copied;
  } catch {
    field.focus();
    field.select();
    status.textContent = status.dataset.selected;
  }
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", () => copy(document.getElementById(button.dataset.copy)));
}
