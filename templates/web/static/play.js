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
    if (answer.status === 404) return location.reload();
    if (!now.getElementById("order")) return excuse(now, mine, address, answer.headers.get("Retry-After"));
    swap(now);
    history.replaceState(null, "", address);
  } catch {
    // The server is gone: what is shown stays, and the next tap tries again.
  } finally {
    if (mine === latest) bar.removeAttribute("aria-busy");
  }
}

// Too many taps, or the database is away: the page stays, says so, and tries again by itself.
function excuse(now, mine, address, seconds) {
  const line = document.createElement("p");
  line.className = "sorry";
  line.textContent = now.querySelector("h1")?.textContent ?? "";
  document.getElementById("told").replaceChildren(line);
  setTimeout(() => mine === latest && show(address), 1000 * (seconds || 30));
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
  ++latest; // an answer that is on its way knows nothing of this tap
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
const redraw = () => show(/[?&](card|deck)=/.test(location.search) ? location.pathname + location.search : here(chosen()));
let asking;
const ask = () => (asking ??= setInterval(redraw, 30000));
events.onmessage = (event) => {
  clearInterval(asking);
  asking = null;
  clearTimeout(silence);
  if (event.data !== document.getElementById("head").dataset.version) redraw();
};
// How it stands is told at once. Where too many pages are open, or a proxy holds it back, this page asks now and then.
const silence = setTimeout(ask, 5000);
events.onerror = () => {
  if (events.readyState === EventSource.CLOSED) ask();
};
addEventListener("pagehide", () => events.close());

// A page that lies before somebody's eyes says so: the clock counts from when a turn was seen. A hidden tab says nothing.
let said = "";
function look() {
  const version = document.getElementById("head").dataset.version;
  if (document.visibilityState !== "visible" || said === version) return;
  said = version;
  const turn = document.querySelector("#order input[name=turn]").value;
  fetch(`${location.pathname}/look`, { method: "POST", body: new URLSearchParams({ turn }) }).catch(() => (said = ""));
}
// Who wants to be seen there says it again now and then.
setInterval(() => {
  if ("seen" in document.getElementById("head").dataset) said = "";
  look();
}, 120000);
addEventListener("visibilitychange", look);
new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
look();
