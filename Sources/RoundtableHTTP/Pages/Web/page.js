(() => {
  const style = { dateStyle: "medium", timeStyle: "short" };
  const local = new Intl.DateTimeFormat(document.documentElement.lang, style);
  const tellTimes = (page) => {
    for (const time of page.querySelectorAll("time[data-local]")) {
      const told = time.textContent;
      time.textContent = local.format(new Date(time.dateTime));
      page.title = page.title.replace(told, time.textContent);
    }
  };
  tellTimes(document);
  const game = document.getElementById("game");
  if (!game.dataset.changes) return;

  const pause = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));
  const copy = (from, to) => {
    if (from.isEqualNode(to)) return;
    for (const { name, value } of from.attributes) {
      if (to.getAttribute(name) !== value) to.setAttribute(name, value);
    }
    for (const { name } of [...to.attributes]) if (!from.hasAttribute(name)) to.removeAttribute(name);
    if (from.localName !== "ol") return to.replaceChildren(...from.childNodes);
    const items = [...from.children];
    items.forEach((item, index) => {
      const old = to.children[index];
      if (!old) to.append(item);
      else if (!old.isEqualNode(item)) old.replaceWith(item);
    });
    while (to.children.length > items.length) to.lastElementChild.remove();
  };
  const show = async (page) => {
    const picture = new Image();
    picture.src = page.querySelector("img[data-part]").getAttribute("src");
    await picture.decode().catch(() => {});
    const focused = document.activeElement?.id;
    tellTimes(page);
    for (const part of page.querySelectorAll("[data-part]")) {
      const old = document.querySelector(`[data-part="${part.dataset.part}"]`);
      if (old) copy(part, old);
    }
    document.title = page.title;
    for (const name of ["revision", "changes"]) game.dataset[name] = page.getElementById("game").dataset[name];
    if (focused) document.getElementById(focused)?.focus();
  };
  let isLooking = false;
  const look = async (revision) => {
    if (isLooking) return;
    isLooking = true;
    for (let attempt = 0; attempt < 5; attempt++) {
      const answer = await fetch(location.href, { cache: "no-cache", credentials: "omit" }).catch(() => null);
      if (answer?.ok) {
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        if (Number(page.getElementById("game").dataset.revision) >= revision) {
          await show(page);
          break;
        }
      }
      await pause(1 + attempt);
    }
    isLooking = false;
    if (Number(game.dataset.revision) < told) look(told);
    follow();
  };

  let source = null;
  let told = 0;
  const follow = () => {
    if (document.hidden || !game.dataset.changes) {
      source?.close();
      source = null;
    } else if (!source) {
      source = new EventSource(game.dataset.changes);
      source.addEventListener("revision", (event) => {
        told = Number(event.lastEventId);
        if (told !== Number(game.dataset.revision)) look(told);
      });
      source.onerror = () => {
        if (source?.readyState !== EventSource.CLOSED) return;
        source = null;
        pause(5 + 10 * Math.random()).then(follow);
      };
    }
  };
  const lookAgain = () => { if (!document.hidden) look(told); };
  document.addEventListener("visibilitychange", () => { lookAgain(); follow(); });
  setInterval(lookAgain, 60000);
  follow();
})();
