"""Plays every game on the playground's page in a browser, as people would, and looks at what each phone shows.

  python3 deploy/check/playground.py URL PORT [DIRECTORY FOR SCREENSHOTS]
"""
import pathlib
import re
import sys
import time

from webdriver import Browser, Failure, wait

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
    turn: app.querySelector('.turn')?.textContent ?? null, seats: [...app.querySelectorAll('.seats li')].map((seat) => seat.textContent),
    said: [...app.querySelectorAll('.others li')].map((item) => item.textContent),
    senders: [...phone.querySelectorAll('.sender')].map((name) => name.textContent),
    newest: [...phone.querySelectorAll('.card')].at(-1)?.dataset.bubble ?? null,
    remarks: [...app.querySelectorAll('.remark')].map((remark) => remark.textContent),
    code: phone.querySelector('.link-code')?.textContent ?? null,
    texts: [...phone.querySelectorAll('.summary .line, .captions, .card, .words')].map((text) => text.getAttribute('aria-label') ?? text.textContent),
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
# What people call others who are called otherwise by everybody else.
CONTACTS = {"Ben": {"Amber": "Sis"}, "Chris": {"Ben": "Benny"}, "Amber": {"Dana": "Coach Dana"}, "Dana": {"Amber": "Am"}}
# Games whose ends would be far away otherwise; of all others the first move that can be clicked is played.
SCRIPTS = {"chess": ["f2f3", "e7e5", "g2g4", "d8h4"], "four-in-a-row": ["1", "2", "1", "2", "1", "2", "1"]}
# After how many moves of a game its board is pictured.
PICTURED = {
    "ice-cream": 2, "tic-tac-toe": 4, "four-in-a-row": 6, "reversi": 20, "chess": 3, "dots-and-boxes": 14, "sea-battle": 16,
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
        self.until(f"{people} new phones", lambda phones: len(phones) == people and not any(p["newest"] or p["game"] for p in phones))

    def trick(self, number, name):
        self.click(number, ".menu > summary")
        self.click(number, f'[data-trick="{name}"]')

    def open(self, number):
        """Taps the newest message on a phone."""
        bubble = self.phone(number)["newest"]
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
        """Clicks what makes a message, and sends it."""
        self.stage(number, selector)
        self.send(number)

    def begin(self, game, number=0):
        self.act(number, f'[data-game="{game}"]')

    def move(self, number, move, game="ice-cream"):
        """Chooses a move, in as many clicks as it takes, and sends it."""
        self.choose(number, move, game)
        self.send(number)

    def choose(self, number, move, game="ice-cream"):
        if game == "chess" and len(move) == 4:
            self.click(number, f'[data-cell="{move[:2]}"]')
            self.until("a piece is picked up", lambda phones: self.browser.run("return !!document.querySelector('.picked')"))
            self.stage(number, f'[data-cell="{move[2:]}"]')
        elif game == "crazy-eights" and move.startswith("8") and len(move) == 2:
            self.click(number, f'[data-move="{move}"]')
            self.until("suits to choose from", lambda phones: f"{move}:H" in phones[number]["moves"])
            self.stage(number, f'[data-move="{move}:H"]')
        else:
            self.stage(number, f'[data-move="{move}"]')

    def keep_up(self):
        """Waits until all apps that are open show the same moment of the game."""
        return self.until("all apps are at one revision", lambda phones: len({p["revision"] for p in phones if p["game"]}) == 1)

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
        self.check_names()
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
            return next((move for move in moves if move not in ("draw", "pass")), moves[-1])
        if game == "open":
            return moves[-1]
        if game == "rock-paper-scissors":
            return moves[number % len(moves)]
        if game == "ice-cream":
            return next((move for move in moves if move != "finish"), moves[0])
        return moves[0]

    def check_names(self):
        """Everybody reads the names of their own contacts, and no identifier."""
        for phone in self.phones():
            for text in phone["texts"] + phone["senders"]:
                if re.search(r"\$|[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}", text):
                    raise Failure(f"{phone['owner']} reads an identifier: {text}")
                for name, own in CONTACTS.get(phone["owner"], {}).items():
                    if re.search(rf"\b{name}\b", text.replace(own, "")):
                        raise Failure(f"{phone['owner']} calls {name} {own}, but reads: {text}")

    def picture(self, name, selector="body", scale=1):
        if self.shots:
            wait("all pictures", lambda: self.browser.run("return [...document.images].every((image) => image.complete)"))
            self.browser.screenshot(f"{self.shots}/{name}.png", selector, scale)


def play_all(table):
    for game, people in GAMES:
        start = time.monotonic()
        moves, end = table.play(game, people)
        print(f"{game}: {moves} moves, {end!r}, {time.monotonic() - start:.1f} s", flush=True)


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


def two_at_once(table):
    """Amber and Chris answer at exactly the same time: the transcripts differ, and both answers count."""
    begin_ice_cream(table, 3)
    table.choose(0, "Topping=topping01")
    table.choose(2, "Topping=topping02")
    table.browser.click("#send-all")
    phones = table.until("both toppings on all phones", lambda phones: all(len(p["said"]) == 4 for p in phones))
    if phones[0]["newest"] == phones[2]["newest"]:
        raise Failure("Amber's and Chris's phones show the same answer last")
    table.check_names()
    table.browser.look(1440, 1000)
    table.picture("two-at-once", scale=0.75)
    print("two at once: each phone has the other's answer last, and all apps have both")


def lost_phone(table):
    """Ben loses his phone; who knows him vouches, and he has his seat again."""
    begin_ice_cream(table, 4)
    table.move(2, "Topping=topping02")
    table.keep_up()
    table.move(3, "Topping=topping03")
    table.keep_up()
    table.trick(1, "lose")
    table.until("a new phone", lambda phones: phones[1]["game"] is None)
    table.open(1)
    if "You" in table.phone(1)["seats"]:
        raise Failure("a new phone has a seat")
    table.click(1, ".lost summary")
    table.stage(1, '.lost [data-act="reclaim"]')
    table.picture("lost-phone")
    table.send(1)

    def is_back(phones):
        if "You" in phones[1]["seats"]:
            return True
        table.click(1, '[data-do="refresh"]')
        return False
    table.until("Ben's seat", is_back)
    table.move(1, "Topping=topping05")
    table.check_names()
    print("lost phone: two vouched, and the seat is Ben's again")


def second_device(table):
    """A tablet becomes one of Amber's devices by a link code."""
    begin_ice_cream(table, 2)
    table.trick(0, "add-device")
    table.until("a tablet", lambda phones: len(phones) == 3)
    table.open(2)
    for number in (0, 2):
        table.click(number, ".links summary")
    table.click(0, '[data-do="show-link-code"]')
    code = table.until("a link code", lambda phones: phones[0]["code"])[0]["code"]
    table.browser.type("#phone-2 [name=code]", code)
    table.click(2, '[data-do="enter-link-code"]')
    table.until("the seat on the tablet", lambda phones: "You" in phones[2]["seats"])
    table.move(2, "Topping=topping06")
    table.until("the topping on the phone", lambda phones: any("Hazelnuts" in said for said in phones[0]["said"]) or (table.open(0) or False))
    print("second device: the tablet has Amber's seat")


def airplane_mode(table):
    """What is sent without a network arrives later, and counts."""
    begin_ice_cream(table, 2)
    table.choose(0, "Topping=topping01")
    table.trick(0, "airplane-mode")
    table.until("no network", lambda phones: phones[0]["marks"] == ["No network"])
    table.send(0)
    if any("Sprinkles" in text for text in table.phone(1)["said"]):
        raise Failure("what was sent without a network has arrived")
    table.trick(0, "airplane-mode")
    table.until("Ben has the topping", lambda phones: any("Sprinkles" in said for said in phones[1]["said"]))
    print("airplane mode: the message arrived when the network was back, and counts")


def late_and_put_back(table):
    """Messages that come late, in another order; another's bubble put back; a reinstall; the group left."""
    begin_ice_cream(table, 3)
    table.trick(2, "late")
    table.until("late", lambda phones: phones[2]["marks"] == ["Late"])
    table.move(0, "Topping=topping01")
    table.move(1, "Topping=topping02")
    table.until("two on the way", lambda phones: "2 on the way" in phones[2]["marks"])
    table.trick(2, "deliver-backwards")
    phones = table.until("both there", lambda phones: len(phones[2]["said"]) == 4)
    if phones[2]["newest"] == phones[0]["newest"]:
        raise Failure("they came in the order of sending")
    table.stage(2, "[data-stage]")
    table.send(2)
    table.trick(0, "reinstall")
    table.until("a new install", lambda phones: phones[0]["game"] is None)
    table.open(0)
    if "You" not in table.phone(0)["seats"]:
        raise Failure("a reinstall has cost Amber her seat")
    table.trick(0, "leave")
    table.until("gone", lambda phones: phones[0]["marks"] == ["Has left"])
    print("late, put back, reinstalled, left: the game is as it was")


def keyboard(table):
    """The board is played without a mouse."""
    table.sit_down(2)
    table.begin("tic-tac-toe")
    table.open(1)
    table.browser.run("document.querySelector('#phone-0 .grid [tabindex=\"0\"]').focus()")
    for key in ("ArrowRight", "ArrowDown", "Enter"):
        table.browser.press(key)
    table.until("a message", lambda phones: phones[0]["staged"])
    if "centre" not in " ".join(table.phone(0)["texts"]):
        raise Failure(f"the keys led elsewhere: {table.phone(0)['texts']}")
    names = table.browser.run("""return [...document.querySelectorAll('button, select, input, summary')]
      .filter((control) => control.checkVisibility() && !(control.getAttribute('aria-label') || control.textContent.trim()))
      .map((control) => control.outerHTML.slice(0, 80))""")
    if names:
        raise Failure(f"controls without a name: {names}")
    print("keyboard: arrows and Enter move; every control has a name")


def sizes(table):
    """Nothing is cut off at the side, from the narrowest phone to the widest desk, on light and on dark."""
    begin_ice_cream(table, 3)
    table.choose(0, "Topping=topping01")
    for width in (360, 1440, 2560):
        for dark in (False, True):
            table.browser.look(width, 1000, dark)
            table.until("drawn", lambda phones: table.browser.run("return innerWidth") == width)
            table.browser.run("scrollTo(0, 0); document.activeElement.blur()")
            overflow = table.browser.run("return document.documentElement.scrollWidth - innerWidth")
            if overflow > 0:
                raise Failure(f"at {width} px the page is {overflow} px too wide")
            table.picture(f"page-{width}-{'dark' if dark else 'light'}", scale=0.75 if width > 360 else 1)
    print("sizes: 360, 1440 and 2560 px, light and dark")


def main(url, port, shots=None):
    if shots:
        pathlib.Path(shots).mkdir(parents=True, exist_ok=True)
    browser = Browser(int(port))
    table = Table(browser, shots)
    try:
        browser.look(1440, 1200)
        browser.visit(url)
        table.until("phones", lambda phones: phones)
        for check in (play_all, two_at_once, lost_phone, second_device, airplane_mode, late_and_put_back, keyboard, sizes):
            check(table)
            # A refusal is an answer of ours, which a browser calls an error.
            complaints = [text for text in browser.complaints() if "409 (Conflict)" not in text]
            if complaints:
                raise Failure(f"the browser's console: {complaints}")
    except Failure as failure:
        if shots:
            browser.screenshot(f"{shots}/failure.png")
        print(f"error: {failure}", file=sys.stderr)
        return 1
    finally:
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
