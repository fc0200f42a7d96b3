"""Audits the pages of messages: called by deploy/check/page.

    page.py http://127.0.0.1:8080 PORT-FOR-CHROMEDRIVER [DIRECTORY-FOR-SCREENSHOTS]
"""
import base64
import html.parser
import json
import pathlib
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

from contrast import UNREADABLE

LARGEST = 300 * 1024
CONTRAST = 4.5
LANGUAGES = {"en": "ltr", "de": "ltr", "pl": "ltr", "ar": "rtl"}

# What a page must be, whoever looks at it. Returns what is wrong.
AUDIT = UNREADABLE + """
const wrong = [];
const expect = (holds, what) => { if (!holds) wrong.push(what); };
wrong.push(...unreadable(arguments[0]));
const root = document.documentElement;
expect(root.lang === arguments[1] && root.dir === arguments[2], `language ${root.lang}, direction ${root.dir}`);
expect(document.title.length > 5, "no title");
expect(document.querySelectorAll("main").length === 1, "one main landmark");
expect(document.querySelectorAll("h1").length === 1, "one first heading");
const levels = [...document.querySelectorAll("h1, h2, h3, h4")].map((heading) => Number(heading.localName[1]));
levels.forEach((level, index) => expect(level <= (levels[index - 1] ?? 0) + 1, "a level of headings is left out"));
for (const picture of document.images) {
  expect(picture.alt.trim().length > 3, "a picture without an alternative text");
  expect(picture.naturalWidth === 900 && picture.hasAttribute("width"), "a picture that is not there");
}
for (const link of document.querySelectorAll("a")) {
  expect((link.textContent.trim() || link.ariaLabel || "").length > 1, "a link without a name");
  expect(link.getBoundingClientRect().height >= 20, `a small link: ${link.textContent}`);
}
for (const landmark of document.querySelectorAll("nav, section")) {
  const label = landmark.ariaLabel ?? document.getElementById(landmark.getAttribute("aria-labelledby"))?.textContent;
  expect(label?.trim(), `${landmark.localName} without a name`);
}
const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
expect(new Set(ids).size === ids.length, "an id that is there twice");
expect(document.querySelector("[aria-live]"), "nothing is announced");
expect(!document.querySelector("form, button, input, select, textarea"), "a way to act");
expect(root.scrollWidth <= innerWidth, `scrolls sideways: ${root.scrollWidth} in ${innerWidth}`);
expect(window.layoutShift === 0, `things moved: ${window.layoutShift} ${JSON.stringify(window.layoutShifts)}`);
return wrong;
"""

# Adds up what moves by itself, from the beginning.
OBSERVE = """
window.layoutShift = 0;
window.layoutShifts = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    if (entry.hadRecentInput) continue;
    window.layoutShift += entry.value;
    window.layoutShifts.push(...entry.sources.map((source) => source.node?.outerHTML?.slice(0, 80)));
  }
}).observe({ type: "layout-shift", buffered: true });
"""


def fail(text):
    sys.exit(f"error: {text}")


def fetch(url, body=None, method=None, headers=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json", **(headers or {})}, method=method)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return answer.read(), answer.headers


class Person:
    """Somebody who plays, on one device."""

    def __init__(self, base, name):
        self.base, self.name, self.local = base, name, str(uuid.uuid4())
        self.token = json.loads(fetch(f"{base}/v1/players", {})[0])["token"]

    def post(self, path, **body):
        headers = {"Authorization": f"Bearer {self.token}", "Idempotency-Key": str(uuid.uuid4())}
        body["conversation"] = {"local": self.local, "remotes": [str(uuid.uuid5(uuid.NAMESPACE_URL, self.local))]}
        try:
            return json.loads(fetch(f"{self.base}{path}", {"nickname": self.name, "send": "now", **body},
                                    headers=headers)[0])
        except urllib.error.HTTPError as error:
            fail(f"{path}: {error.read().decode()}")

    def move(self, session, revision, move):
        return self.post(f"/v1/sessions/{session}/turns", revision=revision, move=move)


class Game:
    """A game of two people that is going on."""

    def __init__(self, base, game, moves):
        self.people = [Person(base, name) for name in ["Amber", "Ben"]]
        opened = self.people[0].post("/v1/sessions", game=game, locale="en")
        self.id, self.revision = opened["session"]["id"], 1
        self.people[1].post(f"/v1/messages/{opened['message']['token']}/open", sender=None)
        self.people[1].post(f"/v1/sessions/{self.id}/seats")
        self.revision += 1
        self.url = opened["message"]["url"]
        for move in moves:
            self.move(move)

    def move(self, move):
        self.people[self.revision % 2].move(self.id, self.revision, move)
        self.revision += 1


class Browser:
    """Headless Chromium by its driver (https://www.w3.org/TR/webdriver2/)."""

    def __init__(self, port):
        self.driver = subprocess.Popen(
            ["chromedriver", f"--port={port}", "--log-level=OFF"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.url = f"http://127.0.0.1:{port}/session"
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"]
        wanted = {"browserName": "chrome", "goog:loggingPrefs": {"browser": "ALL"},
                  "goog:chromeOptions": {"args": arguments}}
        for _ in range(100):
            try:
                session = self.call("", {"capabilities": {"alwaysMatch": wanted}})
                break
            except urllib.error.URLError:
                time.sleep(0.1)
        else:
            fail("chromedriver does not start")
        self.url += f"/{session['sessionId']}"
        self.cdp("Page.addScriptToEvaluateOnNewDocument", source=OBSERVE)

    def call(self, path, body=None):
        try:
            return json.loads(fetch(self.url + path, body)[0])["value"]
        except urllib.error.HTTPError as error:
            fail(f"Chromium: {error.read().decode()[:2000]}")

    def cdp(self, command, **parameters):
        return self.call("/goog/cdp/execute", {"cmd": command, "params": parameters})

    def show(self, url, language="en", width=1440, dark=False, scripts=True):
        self.cdp("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.cdp("Network.enable")
        self.cdp("Network.setExtraHTTPHeaders", headers={"Accept-Language": language})
        self.cdp("Emulation.setLocaleOverride", locale=language)
        scheme = "dark" if dark else "light"
        self.cdp("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=width < 600)
        self.call("/url", {"url": url})

    def run(self, script, *arguments):
        return self.call("/execute/sync", {"script": script, "args": arguments})

    def wait(self, condition, what):
        for _ in range(200):
            if self.run(f"return Boolean({condition})"):
                return
            time.sleep(0.05)
        fail(f"{what}: {self.run('return document.body.innerText')}")

    def photograph(self, name):
        if len(sys.argv) > 3:
            picture = self.cdp("Page.captureScreenshot", captureBeyondViewport=True)["data"]
            directory = pathlib.Path(sys.argv[3])
            directory.mkdir(parents=True, exist_ok=True)
            (directory / f"{name}.png").write_bytes(base64.b64decode(picture))

    def complaints(self):
        return [entry["message"] for entry in self.call("/se/log", {"type": "browser"}) if entry["level"] != "INFO"]

    def close(self):
        try:
            urllib.request.urlopen(urllib.request.Request(self.url, method="DELETE"), timeout=10)
        finally:
            self.driver.terminate()
            self.driver.wait()


class Head(html.parser.HTMLParser):
    """The tags that a link previewer finds: it runs no scripts."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.icons = {}, []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag == "meta" and "content" in values:
            self.tags[values.get("property") or values.get("name")] = values["content"]
        if tag == "link" and "icon" in values.get("rel", ""):
            self.icons.append(values["href"])


def audit(browser, label, language):
    browser.wait("[...document.images].every((picture) => picture.complete)", "the picture does not come")
    wrong = browser.run(AUDIT, CONTRAST, language, LANGUAGES[language]) + browser.complaints()
    if wrong:
        fail(f"{label}: {'; '.join(wrong)}")
    browser.photograph(label)


def preview(url):
    """As a link previewer: one request for the page, one for the picture."""
    page, headers = fetch(url, headers={"User-Agent": "facebookexternalhit/1.1 Facebot Twitterbot/1.0"})
    head = Head(page.decode())
    for name in ["og:title", "og:description", "og:image", "og:image:alt", "og:url", "twitter:card", "twitter:image",
                 "twitter:image:alt", "apple-itunes-app"]:
        if not head.tags.get(name):
            fail(f"no {name}")
    picture, _ = fetch(head.tags["og:image"])
    if picture[1:4] != b"PNG" or len(page) + len(picture) > LARGEST:
        fail(f"page and picture have {len(page) + len(picture)} bytes")
    for icon in head.icons:
        fetch(urllib.parse.urljoin(url, icon))
    try:
        fetch(url, headers={"If-None-Match": headers["ETag"]})
        fail("a page that is known comes again")
    except urllib.error.HTTPError as error:
        if error.code != 304:
            fail(f"If-None-Match: {error.code}")
    print(f"previews: every tag, {len(page) + len(picture)} bytes with the picture, {len(head.icons)} icons")


def follow(browser, game, move, language="en", width=1440):
    """A move appears without a reload, and moves nothing else."""
    browser.show(game.url, language, width)
    browser.wait("document.getElementById('game').dataset.changes", "there is nothing to follow")
    before = browser.run("window.isSame = true; return document.querySelectorAll('.history li').length")
    sent = time.monotonic()
    game.move(move)
    browser.wait(f"document.querySelectorAll('.history li').length > {before}", "the page does not follow")
    took = time.monotonic() - sent
    if not browser.run("return window.isSame === true"):
        fail("the page was loaded again")
    audit(browser, f"followed-{language}-{width}", language)
    print(f"follows a move without a reload, after {took * 1000:.0f} ms; nothing else moved")


def step(browser, game, scripts):
    """Earlier boards, by links alone."""
    browser.show(game.url, scripts=scripts)
    count = "document.querySelector('.count').textContent"
    shown = f"{game.revision} / {game.revision}"
    for expected in [f"{game.revision - 1} / {game.revision}", f"{game.revision - 2} / {game.revision}"]:
        browser.call("/url", {"url": browser.run("return document.getElementById('previous').href")})
        if browser.run(f"return {count}") != expected:
            fail(f"stepping back: {browser.run(f'return {count}')}, expected {expected}")
    if scripts:
        audit(browser, "earlier", "en")
    browser.call("/url", {"url": browser.run("return document.getElementById('newest').href")})
    if browser.run(f"return {count}") != shown:
        fail("the newest board is not shown")


def main():
    base, port = sys.argv[1], int(sys.argv[2])
    games = [Game(base, "four-in-a-row", ["4", "4", "3", "5"]), Game(base, "tic-tac-toe", ["b2", "a1"])]
    preview(games[0].url)
    browser = Browser(port)
    try:
        for language in LANGUAGES:
            for width, dark in [(1440, False), (1440, True), (360, False), (360, True)]:
                browser.show(games[0].url, language, width, dark)
                audit(browser, f"{language}-{width}-{'dark' if dark else 'light'}", language)
        print(f"pages: {len(LANGUAGES) * 4} looks at one in {len(LANGUAGES)} languages, contrast {CONTRAST} and better")
        follow(browser, games[1], "c3")
        follow(browser, games[1], "a3", "ar", 360)
        follow(browser, games[1], "b1", "de", 360)
        step(browser, games[0], scripts=True)
        step(browser, games[0], scripts=False)
        print("steps through earlier boards, with a script and without")
    finally:
        browser.close()


if __name__ == "__main__":
    main()
