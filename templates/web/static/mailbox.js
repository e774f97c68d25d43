// Live arrival and keys. Without this script everything else still works.
"use strict";

const typing = (target) => target.closest("input, textarea, select");

// Live arrival: take the parts that may change from the page as it is now.
let fetching = false;
let again = false;

async function refresh() {
  if (fetching) {
    again = true;
    return;
  }
  fetching = true;
  try {
    const answer = await fetch(location.href);
    const now = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const part of document.querySelectorAll("[data-live]")) {
      const fresh = now.getElementById(part.id);
      if (fresh) renew(part, fresh);
    }
    document.title = now.title;
    known().count = known(now).count;
  } catch {
    // The server is gone; when it is back, the stream of events says so.
  }
  fetching = false;
  if (again) {
    again = false;
    refresh();
  }
}

function renew(part, fresh) {
  const focused = part.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  part.replaceWith(fresh);
  fresh.querySelectorAll("iframe").forEach(settle);
  const opened = fresh.querySelector("[data-url]");
  if (opened) history.replaceState(null, "", opened.dataset.url);
  if (focused) fresh.querySelector(`[href="${CSS.escape(focused)}"]`)?.focus();
}

// A name or a text whose direction must not mix with the sentence's.
function isolated(text) {
  const element = document.createElement("bdi");
  element.textContent = text;
  return element;
}

let fading;

function announce({ box, name, number, words }) {
  if (document.querySelector(`#reading-${box}[data-live]`)) return; // it opens there
  const link = document.createElement("a");
  link.href = `/mailbox/${box}/${number}`;
  link.append("New mail for ", isolated(name), ": ", isolated(words));
  document.getElementById("toast").replaceChildren(link);
  clearTimeout(fading);
  fading = setTimeout(() => link.remove(), 8000);
}

// How many mails had arrived when this page was made.
const known = (page = document) => page.querySelector("main").dataset;

const events = new EventSource("/events");
events.addEventListener("count", (event) => {
  if (event.data !== known().count) refresh();
});
events.onmessage = (event) => {
  announce(JSON.parse(event.data));
  refresh();
};
addEventListener("pagehide", () => events.close());

// Keys: j and k, r, u; Enter opens what has the focus, as it does anyway.
function step(pane, by) {
  const rows = [...pane.querySelectorAll(".row")];
  const current = rows.findIndex((row) => row.getAttribute("aria-current") || row === document.activeElement);
  const next = rows[current < 0 ? 0 : Math.min(Math.max(current + by, 0), rows.length - 1)];
  if (!next) return;
  if (pane.classList.contains("open")) next.click();
  else next.focus();
}

const KEYS = {
  j: (pane) => step(pane, 1),
  k: (pane) => step(pane, -1),
  r: (pane) => pane.querySelector(".reply")?.click(),
  u: (pane) => pane.querySelector(".back")?.click(),
};

function onKey(event) {
  if (event.ctrlKey && event.key === "Enter") event.target.form?.requestSubmit();
  if (event.altKey || event.ctrlKey || event.metaKey || typing(event.target)) return;
  const pane = document.activeElement.closest(".pane") ?? document.querySelector(".pane.main");
  KEYS[event.key]?.(pane);
}

addEventListener("keydown", onKey);

// A frame is as high as its mail, so that the page scrolls as one; keys work there, too.
function settle(frame) {
  const fit = () => {
    const root = frame.contentDocument?.documentElement;
    if (!root || frame.contentDocument.URL === "about:blank") return;
    frame.style.height = "0";
    frame.style.height = `${root.scrollHeight}px`;
  };
  const begin = () => {
    fit();
    frame.contentDocument?.addEventListener("keydown", onKey);
  };
  frame.addEventListener("load", begin);
  new ResizeObserver(([entry]) => {
    if (frame.dataset.width === String(entry.contentRect.width)) return;
    frame.dataset.width = entry.contentRect.width;
    fit();
  }).observe(frame);
  if (frame.contentDocument?.readyState === "complete") begin();
}

document.querySelectorAll("iframe").forEach(settle);

// What goes below the text follows the choice of mail program and language.
document.querySelectorAll(".program select").forEach((select) =>
  select.addEventListener("change", async () => {
    const form = select.form;
    const address = new URL(location.href);
    for (const name of ["client", "language"]) address.searchParams.set(name, form.elements[name].value);
    const now = new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");
    const shown = form.querySelector(".quote pre");
    const fresh = now.querySelector(`#${form.querySelector(".quote").id} pre`);
    if (shown && fresh) shown.textContent = fresh.textContent;
  }),
);

// The people of the demo live where the browser does.
fetch("/zone", {
  method: "POST",
  body: new URLSearchParams({ zone: Intl.DateTimeFormat().resolvedOptions().timeZone }),
}).catch(() => {});
