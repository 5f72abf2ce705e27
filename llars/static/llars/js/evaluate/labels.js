// Long lists of labels can be searched; what does not fit is put out of sight.

export function setUpLabels(root) {
  for (const group of root.querySelectorAll("[data-labels]")) {
    const search = group.querySelector("[data-labels-search]");
    if (!search) continue;
    search.hidden = false;
    search.addEventListener("input", (event) => {
      event.stopPropagation();
      const wanted = search.value.trim().toLowerCase();
      for (const option of group.querySelectorAll(".choice-option")) {
        option.hidden = !option.textContent.toLowerCase().includes(wanted);
      }
    });
    search.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      group.querySelector(".choice-option:not([hidden]) input")?.click();
    });
  }
}
