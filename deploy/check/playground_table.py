"""The playground's page in a browser, and the people at it: what they click, and what they read."""
import random
import re
import time

from contrast import UNREADABLE
from webdriver import Failure, wait

# What each phone shows: whose it is, what is read there, and how far its app is.
STATE = """
const phones = [...document.querySelectorAll('.phone')].map((phone) => {
  const app = phone.querySelector('.app');
  return {
    id: phone.id, owner: phone.dataset.owner, notice: phone.querySelector('.notice')?.textContent ?? null,
    staged: Boolean(phone.querySelector('.input.staged')), game: app.dataset.game ?? null,
    revision: Number(app.dataset.revision), state: app.dataset.state ?? null, may: app.dataset.may === 'true',
    moves: [...app.querySelectorAll('[data-move]')].map((button) => button.dataset.move),
    ships: [...app.querySelectorAll('.sea:not(.target) .ship')].map((button) => button.dataset.cell),
    turn: app.querySelector('.turn')?.textContent ?? null,
    seats: [...app.querySelectorAll('.seats li')].map((seat) => seat.textContent),
    said: [...app.querySelectorAll('.others li')].map((item) => item.textContent),
    senders: [...phone.querySelectorAll('.sender')].map((name) => name.textContent),
    newest: [...phone.querySelectorAll('.card')].at(-1)?.dataset.bubble ?? null,
    remarks: [...app.querySelectorAll('.remark')].map((remark) => remark.textContent),
    code: phone.querySelector('.link-code')?.textContent ?? null,
    texts: [...phone.querySelectorAll('.summary .line, .captions, .card, .words')].map((text) =>
      text.getAttribute('aria-label') ?? text.textContent),
    marks: [...phone.querySelectorAll('.mark')].map((mark) => mark.textContent),
  };
});
return { phones, drawn: document.body.dataset.drawn };
"""
# Waits until the page is drawn anew, or was since that time.
DRAWN = """
const [drawn, done] = arguments;
const observer = new MutationObserver(check);
const timer = setTimeout(finish, 1000);
function finish() { observer.disconnect(); clearTimeout(timer); done(); }
function check() { if (document.body.dataset.drawn !== drawn) finish(); }
observer.observe(document.body, { attributes: true });
check();
"""
# What is narrower than what it holds, and by how much; but for what scrolls, shortens a line or is to reach out.
CUT_OFF = """
return [document.documentElement, ...document.querySelectorAll('.phone, .phone :not(.scroll, .with, .edge, .hidden)')]
  .filter((element) => element.clientWidth > 0 && element.scrollWidth > element.clientWidth)
  .map((element) => `${element.cloneNode().outerHTML.slice(0, 80)} by ${element.scrollWidth - element.clientWidth} px`);
"""
# What people call others who are called otherwise by everybody else.
CONTACTS = {
    "Ben": {"Amber": "Sis"}, "Chris": {"Ben": "Benny"}, "Amber": {"Dana": "Coach Dana"}, "Dana": {"Amber": "Am"}}
# Games whose ends would be far away otherwise; of all others the first move that can be clicked is played.
SCRIPTS = {"chess": ["f2f3", "e7e5", "g2g4", "d8h4"], "four-in-a-row": ["1", "2", "1", "2", "1", "2", "1"]}
# After how many moves of a game its board is pictured.
PICTURED = {
    "ice-cream": 2, "tic-tac-toe": 4, "four-in-a-row": 6, "reversi": 20, "chess": 3, "dots-and-boxes": 14,
    "sea-battle": 16,
    "crazy-eights": 6, "yacht": 9, "rock-paper-scissors": 4, "open": 4}
GAMES = [
    ("ice-cream", 3), ("tic-tac-toe", 2), ("four-in-a-row", 2), ("reversi", 2), ("chess", 2), ("dots-and-boxes", 2),
    ("sea-battle", 2), ("crazy-eights", 3), ("yacht", 2), ("rock-paper-scissors", 3), ("open", 2)]


class Table:
    """The page, and the people at it."""

    def __init__(self, browser, shots):
        self.browser, self.shots = browser, shots

    def phones(self):
        return self.browser.run(STATE)["phones"]

    def phone(self, number):
        return self.phones()[number]

    def click(self, number, selector):
        self.browser.click(f"#phone-{number} {selector}")

    def until(self, what, condition):
        """The phones, once they are as they should be."""
        end = time.monotonic() + 30
        while time.monotonic() < end:
            state = self.browser.run(STATE)
            if condition(state["phones"]):
                return state["phones"]
            self.browser.run_until_done(DRAWN, state["drawn"])
        raise Failure(f"waited in vain: {what}; phones: {self.phones()}")

    def sit_down(self, people):
        self.browser.run("const select = document.getElementById('people'); select.value = arguments[0];"
                         "select.dispatchEvent(new Event('change', { bubbles: true }));", str(people))
        self.browser.click("#afresh")
        self.until(
            f"{people} new phones",
            lambda phones: len(phones) == people and not any(p["newest"] or p["game"] for p in phones))

    def trick(self, number, name):
        self.click(number, ".menu > summary")
        self.click(number, f'[data-trick="{name}"]')

    def open(self, number):
        """Taps the newest message on a phone, once all have arrived there."""
        bubble = self.until(f"messages on phone {number}", lambda phones: phones[number]["newest"] and not any(
            "on the way" in mark for mark in phones[number]["marks"]))[number]["newest"]
        self.click(number, f'.card[data-bubble="{bubble}"]')
        self.until(f"the app on phone {number}", lambda phones: phones[number]["game"])

    def send(self, number):
        self.click(number, '[data-do="send"]')
        self.until(f"phone {number} has sent", lambda phones: not phones[number]["staged"])

    def stage(self, number, selector):
        self.click(number, selector)
        phones = self.until(
            f"a message on phone {number}", lambda phones: phones[number]["staged"] or phones[number]["notice"])
        if phones[number]["notice"]:
            raise Failure(f"phone {number}: {phones[number]['notice']}")

    def act(self, number, selector):
        """Clicks what makes a message, sends it, and waits until it counts."""
        before = self.phone(number)["revision"]
        self.stage(number, selector)
        self.send(number)
        self.await_after(before, number)

    def await_after(self, revision, number):
        """Waits until a phone shows a later moment. NB: its input field is empty a little before the move counts."""
        self.until(
            f"phone {number} after {revision}", lambda phones: (phones[number]["revision"] or 0) > (revision or 0))

    def begin(self, game, number=0):
        self.act(number, f'[data-game="{game}"]')

    def move(self, number, move, game="ice-cream"):
        """Chooses a move, in as many clicks as it takes, and sends it."""
        before = self.phone(number)["revision"]
        self.choose(number, move, game)
        self.send(number)
        self.await_after(before, number)

    def choose(self, number, move, game="ice-cream"):
        if game == "chess":
            self.pick_up(number, move[:2])
            if len(move) == 5:
                self.click(number, f'[data-cell="{move[2:4]}"]')
                self.until("pieces to choose from", lambda phones: move in phones[number]["moves"])
                self.stage(number, f'.choice [data-move="{move}"]')
            else:
                self.stage(number, f'[data-cell="{move[2:]}"]')
        elif game == "crazy-eights" and move.startswith("8") and len(move) == 2:
            self.click(number, f'[data-move="{move}"]')
            self.until("suits to choose from", lambda phones: f"{move}:H" in phones[number]["moves"])
            self.stage(number, f'[data-move="{move}:H"]')
        else:
            self.stage(number, f'[data-move="{move}"]')

    def pick_up(self, number, square):
        """Picks up a chess piece."""
        self.click(number, f'[data-cell="{square}"]')
        picked = "return document.querySelector('.picked')?.dataset.cell"
        self.until("a piece is picked up", lambda phones: self.browser.run(picked) == square)

    def cell(self, number, cell):
        """What a square of a phone's board is called."""
        return self.browser.run(
            "return document.querySelector(arguments[0]).getAttribute('aria-label')",
            f'#phone-{number} [data-cell="{cell}"]')

    def keep_up(self):
        """Waits until all apps that are open show the same moment of the game."""
        return self.until(
            "all apps are at one revision", lambda phones: len({p["revision"] for p in phones if p["game"]}) == 1)

    def play(self, game, people):
        """Plays a game from its first message to its end."""
        self.sit_down(people)
        self.begin(game)
        for number in range(1, people):
            self.open(number)
        for number in range(1, people):
            if self.phone(number)["state"] == "waiting":
                self.act(number, '[data-do="join"]')
                self.keep_up()
        script, moves = list(SCRIPTS.get(game, [])), 0
        phones = self.keep_up()
        while not any(phone["state"] == "finished" for phone in phones):
            number = next((n for n, p in enumerate(phones) if p["may"]), None)
            if number is None:
                raise Failure(f"{game} does not go on: {phones}")
            self.move(number, script.pop(0) if script else self.pick(game, phones, number), game)
            moves += 1
            phones = self.keep_up()
            if moves == PICTURED[game]:
                self.picture(f"{game}-board", "#phone-0 .app")
                self.picture_everywhere(game)
                self.check_contrast(game)
                self.check_sides(game, 360, 1440)
                self.check_controls(game)
            if game == "crazy-eights":
                self.check_cards(phones)
        self.check_names()
        self.check_contrast(game)
        self.picture(game)
        return moves, phones[0]["turn"]

    def pick(self, game, phones, number):
        """A move that can be clicked, and that brings the end nearer."""
        moves = phones[number]["moves"]
        if game == "sea-battle":
            if not moves:
                self.click(number, '[data-do="random-fleet"]')
                self.until("a fleet", lambda phones: "place" in phones[number]["moves"])
                return "place"
            return next(move for move in moves if move in phones[1 - number]["ships"])
        if game == "yacht":
            return next((move for move in moves if move.startswith("score")), "roll")
        if game == "crazy-eights":
            cards = [move for move in moves if move not in ("draw", "pass")]
            # NB: by chance, for who always plays the first one may play in a circle.
            return random.choice([card for card in cards if card[0] != "8"] or cards or moves[-1:])
        if game == "open":
            return moves[-1]
        if game == "rock-paper-scissors":
            return moves[number % len(moves)]
        if game == "ice-cream":
            return next((move for move in moves if move != "finish"), moves[0])
        return moves[0]

    def is_delivered(self):
        return self.browser.run("return document.querySelector('.delivered').textContent") == "All delivered"

    def check_names(self):
        """Everybody reads the names of their own contacts, and no identifier."""
        for phone in self.phones():
            for text in phone["texts"] + phone["senders"]:
                if re.search(r"\$|[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}", text):
                    raise Failure(f"{phone['owner']} reads an identifier: {text}")
                for name, own in CONTACTS.get(phone["owner"], {}).items():
                    if re.search(rf"\b{name}\b", text.replace(own, "")):
                        raise Failure(f"{phone['owner']} calls {name} {own}, but reads: {text}")

    def check_contrast(self, what):
        """Every text and every icon can be read, on light and on dark."""
        for dark in (False, True):
            self.browser.theme(dark)
            unreadable = self.browser.run(f"{UNREADABLE} return unreadable(4.5, '.titles');")
            if unreadable:
                raise Failure(f"{what}, {'dark' if dark else 'light'}: {'; '.join(unreadable)}")
        self.browser.theme(False)

    def check_side(self, what):
        """Nothing is cut off at the side, of the page or of a phone, which clips what is too wide for it."""
        cut = self.browser.run(CUT_OFF)
        if cut:
            raise Failure(f"{what}, too wide: {'; '.join(cut)}")

    def check_sides(self, what, *widths):
        """The same at several widths."""
        for width in widths:
            self.look(width)
            self.check_side(f"{what} at {width} px")
        self.browser.look(1440, 1200)

    def check_controls(self, what):
        """Every control has a name. NB: what a select holds is not what it is called."""
        self.expect_none(
            f"{what}: controls without a name", "button, select, input, summary",
            "element.checkVisibility() && !(element.ariaLabel || [element, ...element.labels ?? []].some((named) =>"
            "!named.matches('select') && named.textContent.trim()))")

    def expect_none(self, what, selector, condition):
        """Fails if there is an element of which a condition holds."""
        found = self.browser.run(f"""return [...document.querySelectorAll(arguments[0])]
          .filter((element) => {condition}).map((element) => element.outerHTML.slice(0, 80))""", selector)
        if found:
            raise Failure(f"{what}: {found}")

    def check_cards(self, phones):
        """All cards can be read; who can do nothing but draw is shown how."""
        self.check_contrast("crazy eights")
        for number, phone in enumerate(phones):
            if set(phone["moves"]) == {"draw"} and not self.browser.run(
                    "return document.querySelector(arguments[0])?.textContent",
                    f'#phone-{number} .primary[data-move="draw"]'):
                raise Failure(f"{phone['owner']} has to draw, and no button says so")

    def look(self, width, height=1000, dark=False):
        """Looks at the page at a size, once it is drawn so."""
        self.browser.look(width, height, dark)
        wait(f"{width} px", lambda: self.browser.run("return innerWidth") == width)

    def picture(self, name, selector="body", scale=1):
        if self.shots:
            loaded = "return [...document.images].every((image) => image.complete)"
            wait("all pictures", lambda: self.browser.run(loaded))
            self.browser.screenshot(f"{self.shots}/{name}.png", selector, scale)

    def picture_everywhere(self, name, selectors=("body", "#phone-0")):
        """Pictures at a desk and on a phone, light and dark."""
        if not self.shots:
            return
        for (width, height), selector in zip(((1440, 1120), (360, 1400)), selectors):
            for dark in (False, True):
                self.look(width, height, dark)
                self.browser.run("document.querySelector('#phone-0')?.scrollIntoView(); scrollTo(0, 0)")
                self.picture(f"{name}-{width}-{'dark' if dark else 'light'}", selector)
        self.browser.look(1440, 1200)


def begin_for_two(table, game):
    table.sit_down(2)
    table.begin(game)
    table.open(1)


def begin_ice_cream(table, people):
    table.sit_down(people)
    table.begin("ice-cream", number=1)
    for number in range(people):
        if number != 1:
            table.open(number)
    table.move(1, "Base=base02")
    table.keep_up()
    table.move(0, "Scoops=scoops02")
    table.keep_up()
