// Files dropped on the page, and how far they are sent. Without this, choosing and sending still work.

const form = document.querySelector("form[data-upload]");
const zone = form.querySelector("[data-drop-zone]");
const input = form.querySelector("input[type=file]");
const bar = form.querySelector("[data-upload-progress]");
const status = form.querySelector("[data-upload-status]");

for (const name of ["dragenter", "dragover"]) {
  zone.addEventListener(name, (event) => {
    event.preventDefault();
    zone.classList.add("is-over");
  });
}

zone.addEventListener("dragleave", (event) => {
  if (!zone.contains(event.relatedTarget)) zone.classList.remove("is-over");
});

zone.addEventListener("drop", (event) => {
  event.preventDefault();
  zone.classList.remove("is-over");
  if (!event.dataTransfer.files.length) return;
  input.files = event.dataTransfer.files;
  send();
});

input.addEventListener("change", () => {
  if (input.files.length) send();
});

// The page that comes back replaces this one, whether the files were taken or refused.
function send() {
  const request = new XMLHttpRequest();
  request.open("POST", form.action);
  request.upload.addEventListener("progress", (event) => {
    if (event.lengthComputable) bar.value = (100 * event.loaded) / event.total;
  });
  request.addEventListener("load", () => show(request));
  request.addEventListener("error", () => form.requestSubmit());
  bar.hidden = false;
  status.textContent = status.dataset.sending;
  request.send(new FormData(form));
}

function show(request) {
  const page = new DOMParser().parseFromString(request.responseText, "text/html");
  const found = page.querySelector("form[data-upload]");
  if (!found) {
    window.location.assign(request.responseURL || form.action);
    return;
  }
  document.querySelector("#files").replaceWith(page.querySelector("#files"));
  const before = form.querySelector("[role=alert]");
  if (before) before.remove();
  const alert = found.querySelector("[role=alert]");
  if (alert) zone.before(alert);
  input.value = "";
  bar.hidden = true;
  status.textContent = "";
}
