// Linden works without this file; it makes dialogs modal and the menu collapsible.
(() => {
  "use strict";
  document.documentElement.classList.add("js");

  const forgetQuery = (keys) => {
    const address = new URL(location.href);
    keys.forEach((key) => address.searchParams.delete(key));
    history.replaceState(null, "", address);
  };

  const show = (dialog) => {
    dialog.removeAttribute("open");
    dialog.showModal();
    const summary = dialog.querySelector(".summary");
    const field = dialog.querySelector(".fields input, .fields select, .fields textarea");
    (summary || field || dialog.querySelector(".dialog-foot .primary, .dialog-foot [data-close]")).focus();
  };

  const prepare = (dialog) => {
    const form = dialog.querySelector("form");
    dialog.addEventListener("close", () => {
      if (dialog.hasAttribute("data-filled")) forgetQuery(dialog.dataset.keys.split(" "));
      const opener = document.getElementById(dialog.dataset.opener);
      (opener || document.getElementById("content")).focus();
    });
    dialog.addEventListener("click", (event) => {
      if (event.target.closest("[data-close]")) {
        event.preventDefault();
        dialog.close();
      }
    });
    form.addEventListener("submit", () => {
      const send = form.querySelector(".dialog-foot .primary, .dialog-foot .danger");
      setTimeout(() => { send.disabled = true; }, 0);
    });
    if (dialog.hasAttribute("open")) show(dialog);
  };

  const prepareMenu = () => {
    const button = document.querySelector(".menu-button");
    if (!button) return;
    const side = document.querySelector(".side");
    const set = (open) => {
      side.classList.toggle("open", open);
      button.setAttribute("aria-expanded", String(open));
    };
    // A long menu is scrolled so that the open screen's entry can be seen.
    const nav = side.querySelector("nav");
    const entry = nav.querySelector("[aria-current]");
    if (entry) nav.scrollTop = Math.max(0, entry.offsetTop + entry.offsetHeight + 40 - nav.offsetTop - nav.clientHeight);
    button.addEventListener("click", () => set(!side.classList.contains("open")));
    side.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && side.classList.contains("open")) {
        set(false);
        button.focus();
      }
    });
  };

  document.addEventListener("DOMContentLoaded", () => {
    document.querySelectorAll("dialog").forEach(prepare);
    document.querySelectorAll("button[data-dialog]").forEach((button) => {
      button.addEventListener("click", (event) => {
        const dialog = document.getElementById(button.dataset.dialog);
        // A dialog that came filled for one row or from a link must not be offered again with those values.
        if (!dialog || dialog.hasAttribute("data-filled")) return;
        event.preventDefault();
        show(dialog);
      });
    });
    prepareMenu();
  });
})();
