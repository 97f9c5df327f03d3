// Tells Fescue which screen of the target app is in front, and opens its addresses when Fescue asks.
// The browser itself withholds the address of every site that is not in host_permissions.
"use strict";

const HOST = "app.fescue.companion";
const LONGEST_URL = 8192;
const LONGEST_TITLE = 300;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 30000;
const WINDOW_TYPES = ["normal", "popup", "app"];

const origins = fetch(chrome.runtime.getURL("pack.json"))
  .then((answer) => answer.json())
  .then((pack) => new Set(pack.origins));
const browserName = "getBrowserInfo" in chrome.runtime ? "firefox" : "chromium";

let port = null;
let wait = FIRST_WAIT;
let retry = null;
let lastSent = "";
let lastTab = null;
let reporting = false;
let reportAgain = false;

function connect() {
  if (port) return;
  clearTimeout(retry);
  lastSent = "";
  const opened = chrome.runtime.connectNative(HOST);
  port = opened;
  opened.onMessage.addListener(obey);
  opened.onDisconnect.addListener(() => {
    void chrome.runtime.lastError; // reading it keeps a missing host out of the error list
    if (port !== opened) return;
    port = null;
    retry = setTimeout(connect, wait);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  });
  report();
}

// Match patterns know no ports, so the exact origins are checked here as well.
async function inside(url) {
  try {
    return (await origins).has(new URL(url).origin);
  } catch {
    return false;
  }
}

async function front() {
  let shown;
  try {
    shown = await chrome.windows.getLastFocused({ windowTypes: WINDOW_TYPES });
  } catch {
    return { type: "front", browser: browserName, focused: false, window: null, tab: null, page: null };
  }
  const [tab] = await chrome.tabs.query({ active: true, windowId: shown.id });
  const url = tab?.url ?? "";
  const admitted = !shown.incognito && url.length <= LONGEST_URL && (await inside(url));
  if (admitted) lastTab = tab.id;
  return {
    type: "front",
    browser: browserName,
    focused: shown.focused,
    window: {
      id: shown.id,
      left: shown.left ?? 0,
      top: shown.top ?? 0,
      width: shown.width ?? 0,
      height: shown.height ?? 0,
      minimised: shown.state === "minimized",
    },
    tab: tab?.id ?? null,
    page: admitted ? { url, title: (tab.title ?? "").slice(0, LONGEST_TITLE) } : null,
  };
}

// One report at a time; what happens meanwhile leads to one more.
async function report() {
  if (reporting) {
    reportAgain = true;
    return;
  }
  reporting = true;
  try {
    do {
      reportAgain = false;
      const message = await front();
      const text = JSON.stringify(message);
      if (port && text !== lastSent) {
        port.postMessage(message);
        lastSent = text;
      }
    } while (reportAgain);
  } finally {
    reporting = false;
  }
}

function obey(message) {
  wait = FIRST_WAIT;
  if (message?.type === "report") {
    lastSent = "";
    report();
  } else if (message?.type === "open") {
    open(message.url).then(
      () => port?.postMessage({ type: "opened", id: message.id, ok: true }),
      (problem) => port?.postMessage({ type: "opened", id: message.id, ok: false, reason: String(problem.message) }),
    );
  }
}

async function open(url) {
  if (typeof url !== "string" || !(await inside(url))) throw new Error("not an address of this app");
  const tab = await tabOfApp();
  if (!tab) {
    const made = await chrome.tabs.create({ url, active: true });
    await raise(made.windowId);
    return;
  }
  await chrome.tabs.update(tab.id, { url, active: true });
  await raise(tab.windowId);
}

async function raise(windowId) {
  const shown = await chrome.windows.get(windowId);
  if (shown.state === "minimized") await chrome.windows.update(windowId, { state: "normal" });
  await chrome.windows.update(windowId, { focused: true });
}

async function tabOfApp() {
  const patterns = chrome.runtime.getManifest().host_permissions;
  const open = await chrome.tabs.query({ url: patterns });
  const ours = [];
  for (const tab of open) if (await inside(tab.url ?? "")) ours.push(tab);
  return ours.find((tab) => tab.id === lastTab) ?? ours.find((tab) => tab.active) ?? ours[0];
}

function touched() {
  if (port) report();
  else connect();
}

chrome.tabs.onActivated.addListener(touched);
chrome.tabs.onUpdated.addListener(touched);
chrome.tabs.onRemoved.addListener(touched);
chrome.tabs.onAttached.addListener(touched);
chrome.windows.onFocusChanged.addListener(touched);
chrome.windows.onRemoved.addListener(touched);
chrome.runtime.onStartup.addListener(touched);
chrome.runtime.onInstalled.addListener(touched);
connect();
