// Arrow keys go through the moves, as the page is read: in a right-to-left page left leads on. A slider and a button that
// plays the game are there with this script only; the links work without it.
"use strict";

const onwards = document.documentElement.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
const KEYS = { ArrowLeft: "prev", ArrowRight: "prev", [onwards]: "next" };
let running;
let latest = 0;

// Another move: its page takes the place of this one, without the browser's own jump to the top.
async function show(address) {
  const mine = ++latest;
  const answer = await fetch(address);
  if (!answer.ok) return;
  const now = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = now.getElementById("watch");
  if (mine !== latest || !fresh) return;
  const focused = document.activeElement?.className;
  document.getElementById("watch").replaceWith(fresh);
  document.title = now.title;
  history.replaceState(null, "", address);
  begin();
  if (focused) document.querySelector(`#watch .${CSS.escape(focused.split(" ").at(-1))}`)?.focus({ preventScroll: true });
}

function step(rel) {
  const link = document.querySelector(`#watch [rel=${rel}]`);
  if (link) show(link.href);
  return Boolean(link);
}

function begin() {
  const slider = document.querySelector(".slider");
  const button = document.querySelector(".run");
  if (!slider || slider.max === "0") return;
  slider.hidden = button.hidden = false;
  const words = button.textContent;
  if (running) button.textContent = button.dataset.stop;
  slider.addEventListener("input", () => show(slider.dataset.href.replace("987654", slider.value)));
  button.addEventListener("click", () => {
    if (running) halt();
    else {
      if (!document.querySelector("#watch [rel=next]")) show(slider.dataset.href.replace("987654", "0"));
      running = setInterval(() => step("next") || halt(), 1200);
    }
    button.textContent = running ? button.dataset.stop : words;
  });
}

function halt() {
  clearInterval(running);
  running = undefined;
}

addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.("input, textarea, select")) return;
  const rel = KEYS[event.key];
  if (rel) step(rel);
});

begin();
