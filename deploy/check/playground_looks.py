"""How the playground's page looks and is operated: called by playground.py."""
import re
import subprocess

from playground_table import begin_for_two, begin_ice_cream
from webdriver import Failure, wait

FOCUS = "return document.activeElement.outerHTML.slice(0, 80)"
# The phones that don't show their newest message; none of them shows all.
OUT_OF_VIEW = """
return [...document.querySelectorAll('.transcript')].filter((transcript) => {
  const [all, card] = [transcript, [...transcript.querySelectorAll('.card')].at(-1)]
    .map((element) => element.getBoundingClientRect());
  const isLong = transcript.scrollHeight > transcript.clientHeight;
  return !isLong || card.top < all.top - 1 || card.bottom > all.bottom + 1;
}).map((transcript) => transcript.ariaLabel);
"""
# What stands in line with a cell, if it is not what the cell is called.
OUT_OF_LINE = """
const [rimmed, cell] = [document.querySelector(arguments[0]), arguments[1]];
const box = (element) => element.getBoundingClientRect();
const middle = ({ left, width, top, height }) => [left + width / 2, top + height / 2];
const [x, y] = middle(box(rimmed.querySelector(`[data-cell="${cell}"]`)));
const beside = (side, axis, place) => [...rimmed.querySelectorAll(`.${side} span`)]
  .find((span) => Math.abs(middle(box(span))[axis] - place) < 3)?.textContent;
const name = beside('columns', 0, x) + beside('rows', 1, y);
return name === cell ? null : name;
"""


def keyboard(table):
    """The board is played without a mouse."""
    begin_for_two(table, "tic-tac-toe")
    table.browser.run("document.querySelector('#phone-0 .grid [tabindex=\"0\"]').focus()")
    for key in ("ArrowRight", "ArrowDown", "Enter"):
        table.browser.press(key)
    table.until("a message", lambda phones: phones[0]["staged"])
    if "centre" not in " ".join(table.phone(0)["texts"]):
        raise Failure(f"the keys led elsewhere: {table.phone(0)['texts']}")
    for number, action in ((0, "cancel"), (0, "send"), (1, "send")):
        if not table.phone(number)["staged"]:
            table.stage(number, ".grid [data-move]")
        table.browser.run(f"document.querySelector('#phone-{number} [data-do={action}]').focus()")
        table.browser.press("Enter")
        table.until(f"after {action}", lambda phones: not phones[number]["staged"])
        if not table.browser.run("return document.activeElement.matches(arguments[0])", f"#phone-{number} .grid *"):
            raise Failure(f"after {action} the focus is elsewhere: {table.browser.run(FOCUS)}")
        table.keep_up()
    print("keyboard: arrows and Enter move, the focus stays on the phone")


def requests(table):
    """A request is shown without its credential, and copied as a command that works."""
    begin_ice_cream(table, 2)
    table.click(0, '[data-do="refresh"]')
    newest = "#requests li:first-child"
    table.until("the request", lambda phones: "GET" in table.browser.run(
        "return document.querySelector(arguments[0]).textContent", newest))
    name = table.browser.run("return document.querySelector(arguments[0]).textContent", f"{newest} .what")
    if not name.startswith("Amber’s phone: GET"):
        raise Failure(f"a request is called {name}")
    table.browser.click(f"{newest} summary")
    table.browser.devtools("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
    table.browser.click(f"{newest} .copy-curl")
    wait("the copy", lambda: table.browser.run("return 'copied' in document.querySelector('.copy-curl').dataset"))
    command = table.browser.run_until_done("navigator.clipboard.readText().then(arguments[0])")
    credential = re.match(r"TOKEN='(.+)'", command)[1]
    if credential in table.browser.run("return document.documentElement.outerHTML"):
        raise Failure("a credential is on the page")
    answer = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=30).stdout
    if '"game":"ice-cream"' not in answer:
        raise Failure(f"the copied command does not work: {command}: {answer}")
    print("requests: what is copied works, and the page shows no credential")


def directions(table):
    """A message in Arabic runs from right to left, whatever its caption ends in."""
    begin_for_two(table, "chess")
    table.browser.run("const select = document.querySelector('#phone-0 .menu select'); select.value = 'ar';"
                      "select.dispatchEvent(new Event('change', { bubbles: true }));")
    table.until("Arabic", lambda phones: table.browser.run(
        "return document.querySelector('#phone-0 [value=ar]').hasAttribute('selected')"))
    table.choose(0, "e2e4", "chess")
    direction = "return [...document.querySelectorAll(arguments[0])].map((each) => getComputedStyle(each).direction)"
    staged = table.browser.run(direction, ".words")
    table.send(0)
    table.keep_up()
    captions = table.browser.run(direction, ".bubble:last-child .captions")
    if staged + captions != ["rtl"] * 3:
        raise Failure(f"Arabic runs: {staged}, {captions}")
    table.expect_none("texts whose direction is not their own", ".captions, .titles, .words, .summary .line",
                      "element.dir !== 'auto'")
    table.picture("directions", "#phone-1")
    print("directions: Arabic captions run from right to left")


def rim(table):
    """Captions call squares by letters and numbers, which stand beside the board in line with them."""
    for game, cells in (("chess", ["d1", "h7"]), ("sea-battle", ["D1", "J10"]), ("reversi", ["d3"])):
        begin_for_two(table, game)
        for number, cell in ((number, cell) for number in (0, 1) for cell in cells):
            wrong = table.browser.run(OUT_OF_LINE, f"#phone-{number} .rimmed", cell)
            if wrong:
                raise Failure(f"{game}, phone {number}: beside {cell} stands {wrong}")
    print("rim: letters and numbers are in line with their squares, for both sides of a chess board")


def public_page(table):
    """Beside a message is the page for people without the app, which shows the same game."""
    begin_ice_cream(table, 3)
    table.move(2, "Topping=topping02")
    table.keep_up()
    table.move(1, "Topping=topping07")
    table.keep_up()
    playground = table.browser.run("return location.href")
    table.browser.visit(table.browser.run("return document.querySelector('#phone-0 li:last-child .side a').href"))
    shown = table.browser.run("return document.title")
    if shown != "Ice cream · Ben likes Strawberry Sauce!":
        raise Failure(f"the page for people without the app says: {shown}")
    table.picture_everywhere("public", ("body", "body"))
    table.browser.visit(playground)
    table.until("phones", lambda phones: len(phones) == 3)
    print("public page: it shows the game of the message that it is beside")


def narrow(table):
    """Loaded on a phone the page shows the newest message, and the requests when asked; at a desk they are put away."""
    begin_ice_cream(table, 2)
    for game in ("chess", "tic-tac-toe"):
        table.click(0, '[data-do="close"]')
        table.until("no app", lambda phones: phones[0]["game"] is None)
        table.begin(game)
    for width, shown in ((360, False), (1440, True)):
        table.browser.look(width, 1000)
        table.browser.reload()
        table.until("phones", lambda phones: len(phones) == 2 and phones[1]["newest"])
        wait("a page that is drawn", lambda: table.browser.run("return Number(document.body.dataset.drawn) > 0"))
        hidden = table.browser.run(OUT_OF_VIEW)
        if hidden:
            raise Failure(f"loaded at {width} px, the newest message is out of view on: {hidden}")
        for click in range(4):
            listed = "return document.querySelectorAll('#requests li').length > 0"
            wait(f"requests at {width} px, clicked {click} times", lambda: table.browser.run(listed) == shown)
            table.browser.click("#toggle-requests")
            shown = not shown
    print("narrow: loaded at 360 px, the newest message is in view, and the requests are shown and hidden")


def sizes(table):
    """Nothing is cut off at the side, from the narrowest phone to the widest desk, on light and on dark."""
    begin_ice_cream(table, 3)
    table.choose(0, "Topping=topping01")
    for width in (360, 1440, 2560):
        for dark in (False, True):
            table.look(width, dark=dark)
            table.browser.run("scrollTo(0, 0); document.activeElement.blur()")
            table.check_side(f"at {width} px")
            table.picture(f"page-{width}-{'dark' if dark else 'light'}", scale=0.75 if width > 360 else 1)
    begin_ice_cream(table, 6)
    table.check_sides("six phones", 1440, 2560)
    print("sizes: 360, 1440 and 2560 px, light and dark; six phones at 1440 and 2560 px")
