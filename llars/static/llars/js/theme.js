// Runs before the first paint: a page in the wrong colours must not flash.
(() => {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const read = () => {
    try {
      return window.localStorage.getItem("llars-theme") || "auto";
    } catch {
      return "auto";
    }
  };
  const apply = () => {
    const choice = read();
    const theme = choice === "auto" ? (dark.matches ? "dark" : "light") : choice;
    document.documentElement.dataset.bsTheme = theme;
    document.documentElement.dataset.themeChoice = choice;
  };
  apply();
  dark.addEventListener("change", apply);
  window.addEventListener("llars:theme", apply);
})();
