// Rows of a list of like things can be added; without a script a few spare ones are there.

for (const table of document.querySelectorAll("[data-rows]")) {
  const button = table.querySelector("[data-rows-add]");
  const body = table.querySelector("tbody");
  const most = Number(table.dataset.most);
  button.hidden = false;
  button.addEventListener("click", () => {
    const rows = body.querySelectorAll("[data-row]");
    if (rows.length >= most) return;
    const row = rows[rows.length - 1].cloneNode(true);
    for (const field of row.querySelectorAll("input")) {
      field.value = "";
      field.name = field.name.replace(/\.\d+\./, `.${rows.length}.`);
    }
    body.append(row);
    row.querySelector("input").focus();
  });
}
