"""Audits the pages of messages: called by deploy/check/page.

    page.py http://127.0.0.1:8080 PORT-FOR-CHROMEDRIVER [DIRECTORY-FOR-SCREENSHOTS]
"""
import html.parser
import json
import pathlib
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

from contrast import UNREADABLE
from webdriver import Browser, Failure, wait

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
            raise Failure(f"{path}: {error.read().decode()}")

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


class Reader(Browser):
    """Looks at pages of messages, and keeps pictures of them if there is a directory for these."""

    motion = "no-preference"

    def __init__(self, port, shots):
        super().__init__(port)
        self.shots = shots
        self.devtools("Page.addScriptToEvaluateOnNewDocument", source=OBSERVE)

    def show(self, url, language="en", width=1440, dark=False, scripts=True):
        self.devtools("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.devtools("Network.enable")
        self.devtools("Network.setExtraHTTPHeaders", headers={"Accept-Language": language})
        self.devtools("Emulation.setLocaleOverride", locale=language)
        self.look(width, 900, dark, mobile=width < 600)
        self.visit(url)

    def audit(self, label, language):
        loaded = "return [...document.images].every((picture) => picture.complete)"
        wait("the picture", lambda: self.run(loaded))
        wrong = self.run(AUDIT, CONTRAST, language, LANGUAGES[language]) + self.complaints()
        if wrong:
            raise Failure(f"{label}: {'; '.join(wrong)}")
        if self.shots:
            self.capture(f"{self.shots}/{label}.png", captureBeyondViewport=True)


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
        if not head.tags.get(name):
            raise Failure(f"no {name}")
    picture, _ = fetch(head.tags["og:image"])
    if picture[1:4] != b"PNG" or len(page) + len(picture) > LARGEST:
        raise Failure(f"page and picture have {len(page) + len(picture)} bytes")
    for icon in head.icons:
        fetch(urllib.parse.urljoin(url, icon))
    try:
        fetch(url, headers={"If-None-Match": headers["ETag"]})
        raise Failure("a page that is known comes again")
    except urllib.error.HTTPError as error:
        if error.code != 304:
            raise Failure(f"If-None-Match: {error.code}")
    print(f"previews: every tag, {len(page) + len(picture)} bytes with the picture, {len(head.icons)} icons")


def follow(browser, game, move, language="en", width=1440):
    """A move appears without a reload, and moves nothing else."""
    browser.show(game.url, language, width)
    changes = "return document.getElementById('game').dataset.changes"
    wait("something to follow", lambda: browser.run(changes))
    moves = "return document.querySelectorAll('.history li').length"
    before = browser.run(f"window.isSame = true; {moves}")
    sent = time.monotonic()
    game.move(move)
    wait("the move on the page", lambda: browser.run(moves) > before)
    took = time.monotonic() - sent
    if not browser.run("return window.isSame === true"):
        raise Failure("the page was loaded again")
    browser.audit(f"followed-{language}-{width}", language)
    print(f"follows a move without a reload, after {took * 1000:.0f} ms; nothing else moved")


def step(browser, game, scripts):
    """Earlier boards, by links alone."""
    browser.show(game.url, scripts=scripts)

    def go(link, expected):
        browser.visit(browser.run("return document.getElementById(arguments[0]).href", link))
        count = browser.run("return document.querySelector('.count').textContent")
        if count != f"{expected} / {game.revision}":
            raise Failure(f"{link}: {count}, expected {expected} / {game.revision}")

    go("previous", game.revision - 1)
    go("previous", game.revision - 2)
    if scripts:
        browser.audit("earlier", "en")
    go("newest", game.revision)


def main(base, port, shots=None):
    if shots:
        pathlib.Path(shots).mkdir(parents=True, exist_ok=True)
    games = [Game(base, "four-in-a-row", ["4", "4", "3", "5"]), Game(base, "tic-tac-toe", ["b2", "a1"])]
    preview(games[0].url)
    browser = Reader(int(port), shots)
    try:
        for language in LANGUAGES:
            for width, dark in [(1440, False), (1440, True), (360, False), (360, True)]:
                browser.show(games[0].url, language, width, dark)
                browser.audit(f"{language}-{width}-{'dark' if dark else 'light'}", language)
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
    try:
        main(*sys.argv[1:])
    except Failure as failure:
        sys.exit(f"error: {failure}")
