// Before anything is drawn: the theme that was chosen, and whether scripts can load each other here.
if (location.protocol !== "file:") document.documentElement.classList.add("scripted");
try { document.documentElement.dataset.theme = JSON.parse(localStorage.getItem("minitok-theme")) ?? ""; } catch {}
