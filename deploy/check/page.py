"""Audits the pages of messages: called by deploy/check/page.

    page.py http://127.0.0.1:8080 [DIRECTORY-FOR-SCREENSHOTS]
"""
import base64
import html.parser
import json
import pathlib
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

from selenium.webdriver.common.by import By
from selenium.webdriver.support import expected_conditions
from selenium.webdriver.support.wait import WebDriverWait

from browser import start_browser
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


def fetch(url, body=None, headers=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json", **(headers or {})})
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
            return json.loads(fetch(f"{self.base}{path}", {"nickname": self.name, "send": "now", **body}, headers)[0])
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{path}: {error.read().decode()}")

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


class Reader:
    """Looks at pages of messages, and keeps pictures of them if there is a directory for these."""

    def __init__(self, browser, shots):
        self.browser, self.shots = browser, shots
        self.wait = WebDriverWait(browser, timeout=30, poll_frequency=0.01)
        browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": OBSERVE})
        browser.execute_cdp_cmd("Network.enable", {})

    def show(self, url, language="en", width=1440, dark=False, scripts=True):
        media = {"prefers-color-scheme": "dark" if dark else "light", "prefers-reduced-motion": "no-preference"}
        for command, parameters in {
            "Emulation.setScriptExecutionDisabled": {"value": not scripts},
            "Network.setExtraHTTPHeaders": {"headers": {"Accept-Language": language}},
            "Emulation.setLocaleOverride": {"locale": language},
            "Emulation.setDeviceMetricsOverride": {
                "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600},
            "Emulation.setEmulatedMedia": {
                "features": [{"name": name, "value": value} for name, value in media.items()]},
        }.items():
            self.browser.execute_cdp_cmd(command, parameters)
        self.browser.get(url)

    def audit(self, label, language):
        loaded = "return [...document.images].every((picture) => picture.complete)"
        self.wait.until(lambda browser: browser.execute_script(loaded), f"{label}: a picture does not come")
        wrong = self.browser.execute_script(AUDIT, CONTRAST, language, LANGUAGES[language])
        wrong += [entry["message"] for entry in self.browser.get_log("browser")]
        assert not wrong, f"{label}: {'; '.join(wrong)}"
        if self.shots:
            whole = self.browser.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": True})
            pathlib.Path(self.shots, f"{label}.png").write_bytes(base64.b64decode(whole["data"]))


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


def preview(url):
    """As a link previewer: one request for the page, one for the picture."""
    page, headers = fetch(url, headers={"User-Agent": "facebookexternalhit/1.1 Facebot Twitterbot/1.0"})
    head = Head(page.decode())
    for name in ["og:title", "og:description", "og:image", "og:image:alt", "og:url", "twitter:card", "twitter:image",
                 "twitter:image:alt", "apple-itunes-app"]:
        assert head.tags.get(name), f"no {name}"
    picture, _ = fetch(head.tags["og:image"])
    size = len(page) + len(picture)
    assert picture[1:4] == b"PNG" and size <= LARGEST, f"page and picture have {size} bytes"
    for icon in head.icons:
        fetch(urllib.parse.urljoin(url, icon))
    try:
        fetch(url, headers={"If-None-Match": headers["ETag"]})
        raise AssertionError("a page that is known comes again")
    except urllib.error.HTTPError as error:
        assert error.code == 304, f"If-None-Match: {error.code}"
    print(f"previews: every tag, {size} bytes with the picture, {len(head.icons)} icons")


def follow(reader, game, move, language="en", width=1440):
    """A move appears without a reload, and moves nothing else."""
    reader.show(game.url, language, width)
    reader.wait.until(
        expected_conditions.element_attribute_to_include((By.ID, "game"), "data-changes"), "nothing to follow")
    document, moves = reader.browser.find_element(By.TAG_NAME, "html"), (By.CSS_SELECTOR, ".history li")
    before = len(reader.browser.find_elements(*moves))
    sent = time.monotonic()
    game.move(move)
    reader.wait.until(lambda browser: len(browser.find_elements(*moves)) > before, "the page does not show the move")
    took = time.monotonic() - sent
    assert not expected_conditions.staleness_of(document)(reader.browser), "the page was loaded again"
    reader.audit(f"followed-{language}-{width}", language)
    print(f"follows a move without a reload, after {took * 1000:.0f} ms; nothing else moved")


def step(reader, game, scripts):
    """Earlier boards, by links alone."""
    reader.show(game.url, scripts=scripts)

    def go(link, expected):
        reader.browser.get(reader.browser.find_element(By.ID, link).get_property("href"))
        count = reader.browser.find_element(By.CLASS_NAME, "count").text
        assert count == f"{expected} / {game.revision}", f"{link}: {count}, expected {expected} / {game.revision}"

    go("previous", game.revision - 1)
    go("previous", game.revision - 2)
    if scripts:
        reader.audit("earlier", "en")
    go("newest", game.revision)


def main(base, shots=None):
    if shots:
        pathlib.Path(shots).mkdir(parents=True, exist_ok=True)
    games = [Game(base, "four-in-a-row", ["4", "4", "3", "5"]), Game(base, "tic-tac-toe", ["b2", "a1"])]
    preview(games[0].url)
    with start_browser() as browser:
        reader = Reader(browser, shots)
        for language in LANGUAGES:
            for width, dark in [(1440, False), (1440, True), (360, False), (360, True)]:
                reader.show(games[0].url, language, width, dark)
                reader.audit(f"{language}-{width}-{'dark' if dark else 'light'}", language)
        print(f"pages: {len(LANGUAGES) * 4} looks at one in {len(LANGUAGES)} languages, contrast {CONTRAST} and better")
        follow(reader, games[1], "c3")
        follow(reader, games[1], "a3", "ar", 360)
        follow(reader, games[1], "b1", "de", 360)
        step(reader, games[0], scripts=True)
        step(reader, games[0], scripts=False)
        print("steps through earlier boards, with a script and without")


if __name__ == "__main__":
    main(*sys.argv[1:])
