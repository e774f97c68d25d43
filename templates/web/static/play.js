// What is chosen is shown at once, and what others do appears by itself. Without this script all of it works by forms.
"use strict";

const choose = document.getElementById("choose");
const bar = document.getElementById("go");
let latest = 0;

// Take the parts that may change from the page as the server draws it for this choice.
async function show(address) {
  const mine = ++latest;
  bar.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html" } });
    const now = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (mine !== latest) return;
    if (!now.getElementById("order")) return location.reload();
    swap(now);
    history.replaceState(null, "", address);
  } catch {
    // The server is gone: what is shown stays, and the next tap tries again.
  } finally {
    if (mine === latest) bar.removeAttribute("aria-busy");
  }
}

function swap(now) {
  const focused = document.activeElement?.id;
  for (const part of document.querySelectorAll("[data-live]")) {
    const fresh = now.getElementById(part.id);
    if (fresh && fresh.outerHTML !== part.outerHTML) part.replaceWith(fresh);
  }
  document.title = now.title;
  if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

const here = (query) => `${location.pathname}${query ? `?${query}` : ""}`;
const chosen = () => new URLSearchParams(new FormData(choose)).toString();

let waiting;

document.addEventListener("change", (event) => {
  if (event.target.form !== choose) return;
  bar.setAttribute("aria-busy", "true");
  clearTimeout(waiting);
  waiting = setTimeout(() => show(here(chosen())), 60);
});

document.addEventListener("click", (event) => {
  const pick = event.target.closest("[data-pick]");
  if (!pick || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const again = pick.classList.contains("chosen");
  show(again ? here("") : here(new URL(pick.href).search.slice(1)));
});

// While the bar is being drawn anew, its button does not say what would happen.
bar.addEventListener("submit", (event) => {
  if (bar.getAttribute("aria-busy")) event.preventDefault();
  else bar.setAttribute("aria-busy", "true");
});
addEventListener("pageshow", () => bar.removeAttribute("aria-busy"));

// Moves and talk of others: the page is drawn anew with what was chosen so far.
const events = new EventSource(`${location.pathname}/events`);
let known;
events.onmessage = (event) => {
  if (known && known !== event.data) show(location.pathname + location.search);
  known = event.data;
};
addEventListener("pagehide", () => events.close());
