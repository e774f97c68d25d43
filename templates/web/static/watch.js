// Arrow keys go through the moves, as the page is read: in a right-to-left page left leads on.
const onwards = document.documentElement.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
const KEYS = { ArrowLeft: "prev", ArrowRight: "prev", [onwards]: "next" };

addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const rel = KEYS[event.key];
  if (rel) document.querySelector(`[rel=${rel}]`)?.click();
});
