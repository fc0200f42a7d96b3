"""The playground's page in a browser, and the people at it: what they click, and what they read."""
import random
import re

from selenium.common.exceptions import StaleElementReferenceException, TimeoutException
from selenium.webdriver.common.by import By
from selenium.webdriver.support import expected_conditions
from selenium.webdriver.support.select import Select
from selenium.webdriver.support.wait import WebDriverWait

from contrast import UNREADABLE

# What each phone shows: whose it is, what is read there, and how far its app is.
STATE = """
return [...document.querySelectorAll('.phone')].map((phone) => {
  const app = phone.querySelector('.app');
  return {
    id: phone.id, owner: phone.dataset.owner, notice: phone.querySelector('.notice')?.textContent ?? null,
    staged: Boolean(phone.querySelector('.input.staged')), game: app.dataset.game ?? null,
    revision: Number(app.dataset.revision), state: app.dataset.state ?? null, may: app.dataset.may === 'true',
    moves: [...app.querySelectorAll('[data-move]')].map((place) => place.dataset.move),
    plays: [...app.querySelectorAll('[data-plays]')].map((place) => place.dataset.move),
    board: JSON.parse(app.dataset.board ?? 'null'),
    turn: app.querySelector('.turn')?.textContent ?? null,
    seats: [...app.querySelectorAll('.seats li')].map((seat) => seat.textContent),
    senders: [...phone.querySelectorAll('.sender')].map((name) => name.textContent),
    newest: [...phone.querySelectorAll('.card')].at(-1)?.dataset.bubble ?? null,
    remarks: [...app.querySelectorAll('.remark')].map((remark) => remark.textContent),
    code: phone.querySelector('.link-code')?.textContent ?? null,
    texts: [...phone.querySelectorAll('.summary .line, .captions, .card, .words')].map((text) =>
      text.getAttribute('aria-label') ?? text.textContent),
    marks: [...phone.querySelectorAll('.mark')].map((mark) => mark.textContent),
    told: [...phone.querySelectorAll('.told.new .say > *')].map((text) => text.textContent),
    badge: phone.querySelector('.badge')?.textContent ?? null,
    offer: app.querySelector('.offer')?.dataset.offered ?? null,
    news: app.querySelector('.news')?.textContent ?? null, clock: app.querySelector('.clock')?.textContent ?? null,
    series: app.querySelector('.series')?.textContent ?? null,
  };
});
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
# Games whose ends would be far away otherwise; of all others any moves are made that can be clicked.
SCRIPTS = {"chess": ["f2f3", "e7e5", "g2g4", "d8h4"], "four-in-a-row": ["1", "2", "1", "2", "1", "2", "1"]}
# After how many moves of a game its board is pictured, if not after two.
PICTURED = {
    "tic-tac-toe": 4, "four-in-a-row": 6, "reversi": 20, "chess": 3, "dots-and-boxes": 14, "sea-battle": 16,
    "crazy-eights": 6, "yacht": 9, "open": 4}
# After how many moves whoever is to act gives up. Crazy eights takes 65 on average, and may take hundreds.
LONGEST = {"crazy-eights": 80}


def parts(phone):
    """The parts of the ice cream that a phone shows."""
    board = phone["board"]
    return [part for part in (board["base"], board["scoops"]) if part] + [each["part"] for each in board["toppings"]]


def cells(ship):
    """The cells of a ship such as A1h5."""
    letter, row, direction, length = re.fullmatch(r"([A-J])(\d+)([hv])(\d)", ship).groups()
    column = "ABCDEFGHIJ".index(letter)
    return [
        f"{'ABCDEFGHIJ'[column + step]}{row}" if direction == "h" else f"{letter}{int(row) + step}"
        for step in range(int(length))]


class Table:
    """The page, and the people at it."""

    def __init__(self, browser, shots):
        self.browser, self.shots = browser, shots
        self.wait = self.waiting(30)

    def waiting(self, seconds):
        """A wait of that many seconds at most."""
        return WebDriverWait(self.browser, seconds, 0.02, [StaleElementReferenceException])

    def find(self, selector):
        return self.browser.find_element(By.CSS_SELECTOR, selector)

    def games(self):
        """The games that the page offers, as the service lists them."""
        return self.browser.execute_async_script(
            "fetch('state').then((answer) => answer.json()).then((state) => arguments[0](state.games))")

    def phones(self):
        return self.browser.execute_script(STATE)

    def phone(self, number):
        return self.phones()[number]

    def click(self, number, selector):
        self.find(f"#phone-{number} {selector}").click()

    def until(self, what, condition, within=30):
        """The phones, once they are as they should be; fails if they are not within that many seconds."""
        try:
            return self.waiting(within).until(lambda _: condition(phones := self.phones()) and phones)
        except TimeoutException:
            raise AssertionError(f"waited in vain: {what}; phones: {self.phones()}") from None

    def sit_down(self, people):
        Select(self.find("#people")).select_by_value(str(people))
        self.find("#afresh").click()
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
        assert not phones[number]["notice"], f"phone {number}: {phones[number]['notice']}"

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

    def move(self, number, move):
        """Chooses a move, in as many clicks as it takes, and sends it."""
        before = self.phone(number)["revision"]
        self.choose(number, move)
        self.send(number)
        self.await_after(before, number)

    def choose(self, number, move):
        """Clicks places, or what is listed, until they make a move."""
        chosen = ""
        while chosen != move:
            steps = [step for step in self.steps(number, chosen) if move.startswith(step)]
            assert steps, f"{move} can't be chosen after {chosen!r}: {self.phone(number)}"
            chosen = max(steps, key=len)
            self.step(number, chosen)

    def choose_any(self, number):
        """Clicks by chance, for who always plays the first card may play in a circle, until that makes a move."""
        chosen = ""
        while not self.phone(number)["staged"]:
            steps = self.steps(number, chosen)
            chosen = random.choice([step for step in steps if step not in ("draw", "pass")] or steps)
            self.step(number, chosen)

    def steps(self, number, chosen):
        """What can be clicked, and goes on from the beginning of a move."""
        return [move for move in self.phone(number)["moves"] if move.startswith(chosen) and move != chosen]

    def step(self, number, step):
        """Clicks a move, or the beginning of one."""
        phone = self.phone(number)
        if step in phone["plays"]:
            self.stage(number, f"[data-move='{step}']")
        else:
            self.click(number, f"[data-move='{step}']")
            self.until(f"{step} is chosen on phone {number}", lambda phones: phones[number]["moves"] != phone["moves"])

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
            assert number is not None, f"{game} does not go on: {phones}"
            before = phones[number]["revision"]
            if moves >= LONGEST.get(game, 1000):
                self.stage(number, '[data-act="resign"]')
            elif move := script.pop(0) if script else self.pick(game, phones, number):
                self.choose(number, move)
            else:
                self.choose_any(number)
            self.send(number)
            self.await_after(before, number)
            moves += 1
            phones = self.keep_up()
            if moves == PICTURED.get(game, 2):
                self.picture(f"{game}-board", "#phone-0 .app")
                self.picture_everywhere(game)
                self.check_contrast(game)
                self.check_sides(game, 360, 1440)
                self.check_controls(game)
        self.check_names()
        self.check_contrast(game)
        self.picture(game)
        return moves, phones[0]["turn"]

    def pick(self, game, phones, number):
        """A move that brings the end nearer; none where any does."""
        moves = phones[number]["moves"]
        if game == "sea-battle" and phones[number]["board"]["phase"] == "shoot":
            ships = phones[1 - number]["board"]["yours"]["ships"]
            return next(cell for ship in ships for cell in cells(ship) if cell in moves)
        if game == "yacht":
            return next((move for move in moves if move.startswith("score")), "roll")
        if game == "crazy-eights":
            cards = [move for move in moves if move not in ("draw", "pass") and move[0] != "8"]
            return random.choice(cards) if cards else None
        if game == "ice-cream":
            return next((move for move in moves if move != "finish"), None)
        return None

    def is_delivered(self):
        return self.find(".delivered").text == "All delivered"

    def check_names(self):
        """Everybody reads the names of their own contacts, and no identifier."""
        for phone in self.phones():
            for text in phone["texts"] + phone["senders"]:
                assert not re.search(r"\$|[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}", text), f"{phone['owner']} reads: {text}"
                for name, own in CONTACTS.get(phone["owner"], {}).items():
                    assert not re.search(rf"\b{name}\b", text.replace(own, "")), (
                        f"{phone['owner']} calls {name} {own}, but reads: {text}")

    def check_contrast(self, what):
        """Every text and every icon can be read, on light and on dark."""
        for dark in (False, True):
            self.look(dark=dark)
            unreadable = self.browser.execute_script(f"{UNREADABLE} return unreadable(4.5, '.titles');")
            assert not unreadable, f"{what}, {'dark' if dark else 'light'}: {'; '.join(unreadable)}"
        self.look()

    def check_side(self, what):
        """Nothing is cut off at the side, of the page or of a phone, which clips what is too wide for it."""
        cut = self.browser.execute_script(CUT_OFF)
        assert not cut, f"{what}, too wide: {'; '.join(cut)}"

    def check_sides(self, what, *widths):
        """The same at several widths."""
        for width in widths:
            self.look(width)
            self.check_side(f"{what} at {width} px")
        self.look()

    def check_controls(self, what):
        """Every control has a name. NB: what a select holds is not what it is called."""
        self.expect_none(
            f"{what}: controls without a name", "button, select, input, summary",
            "element.checkVisibility() && !(element.ariaLabel || [element, ...element.labels ?? []].some((named) =>"
            "!named.matches('select') && named.textContent.trim()))")

    def expect_none(self, what, selector, condition):
        """Fails if there is an element of which a condition holds."""
        found = self.browser.execute_script(f"""return [...document.querySelectorAll(arguments[0])]
          .filter((element) => {condition}).map((element) => element.outerHTML.slice(0, 80))""", selector)
        assert not found, f"{what}: {found}"

    def look(self, width=1440, height=1200, dark=False, scale=1):
        """Looks at the page at a size, once it is drawn so."""
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": scale, "mobile": False})
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})
        self.wait.until(lambda browser: browser.execute_script("return innerWidth") == width, f"not {width} px wide")

    def picture(self, name, selector=None):
        """Keeps a picture of an element, or of what is in view."""
        if not self.shots:
            return
        loaded = "return [...document.images].every((image) => image.complete)"
        self.wait.until(lambda browser: browser.execute_script(loaded), "a picture does not come")
        path = f"{self.shots}/{name}.png"
        if selector:
            self.find(selector).screenshot(path)
        else:
            self.browser.get_screenshot_as_file(path)

    def picture_everywhere(self, name, on_phone="#phone-0"):
        """Pictures at a desk and on a phone, where they are of one element, light and dark."""
        if not self.shots:
            return
        for width, height, selector in ((1440, 1120, None), (360, 1400, on_phone)):
            for dark in (False, True):
                self.look(width, height, dark)
                self.browser.execute_script("document.querySelector('#phone-0')?.scrollIntoView(); scrollTo(0, 0)")
                self.picture(f"{name}-{width}-{'dark' if dark else 'light'}", selector)
        self.look()


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
