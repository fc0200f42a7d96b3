"""Plays every game on the playground's page in a browser, as people would, and looks at what each phone shows.

  python3 deploy/check/playground.py URL PORT [DIRECTORY FOR SCREENSHOTS]
"""
import pathlib
import sys
import time

from playground_looks import directions, keyboard, narrow, public_page, requests, rim, sizes
from playground_table import GAMES, Table, begin_for_two, begin_ice_cream
from webdriver import Browser, Failure


def play_all(table):
    for game, people in GAMES:
        start = time.monotonic()
        moves, end = table.play(game, people)
        print(f"{game}: {moves} moves, {end!r}, {time.monotonic() - start:.1f} s", flush=True)


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


def too_late(table):
    """Ben and Chris choose a base at exactly the same time: whose choice lost is told so, and nobody else."""
    table.sit_down(3)
    table.begin("ice-cream", number=1)
    for number in (0, 2):
        table.open(number)
    names = {1: "Sugar cone", 2: "Chocolate cone"}
    table.choose(1, "Base=base01")
    table.choose(2, "Base=base03")
    table.browser.click("#send-all")
    phones = table.until("one base on all phones", lambda phones: all(
        p["said"] and p["said"] == phones[0]["said"] and not p["staged"] for p in phones) and table.is_delivered())
    late = 1 if names[2] in phones[0]["said"][0] else 2
    for number, phone in enumerate(phones):
        if [remark for remark in phone["remarks"] if "too late" in remark] != phone["remarks"]:
            raise Failure(f"{phone['owner']} reads: {phone['remarks']}")
        if bool(phone["remarks"]) != (number == late):
            raise Failure(f"{names[late]} came too late, and {phone['owner']} reads: {phone['remarks']}")
    table.choose(late, "Scoops=scoops02")
    table.until("no remark after the next move", lambda phones: not phones[late]["remarks"])
    print(f"too late: the author of the {names[late].lower()} is told, and nobody else")


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
    table.open(0)
    table.until("the topping on the phone", lambda phones: any("Hazelnuts" in said for said in phones[0]["said"]))
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
    table.click(0, '[data-do="refresh"]')
    table.until("a notice", lambda phones: "can’t be reached" in (phones[0]["notice"] or ""))
    table.check_contrast("a notice")
    table.click(0, '[data-do="dismiss"]')
    table.until("no notice", lambda phones: not phones[0]["notice"])
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
    if table.is_delivered():
        raise Failure("two messages are on the way, and the page says that all are delivered")
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


def promotion(table):
    """A pawn becomes what its player chooses, and nothing before that."""
    begin_for_two(table, "chess")
    for turn, move in enumerate(["h2h4", "g7g5", "h4g5", "h7h6", "g5h6", "a7a6", "h6h7", "a6a5"]):
        table.move(turn % 2, move, "chess")
        table.keep_up()
    table.pick_up(0, "h7")
    table.click(0, '[data-cell="g8"]')
    table.until("pieces to choose from", lambda phones: "h7g8q" in phones[0]["moves"])
    table.picture("promotion", "#phone-0 .app")
    table.pick_up(0, "a2")
    if any(len(move) > 4 for move in table.phone(0)["moves"]):
        raise Failure("another piece is picked up, and the pawn's choice is still there")
    table.move(0, "h7g8n", "chess")
    table.keep_up()
    for number in (0, 1):
        if table.cell(number, "g8") != "g8, white knight":
            raise Failure(f"the pawn became {table.cell(number, 'g8')}")
    print("promotion: the pawn became the knight that was chosen")


def fleet(table):
    """A fleet is placed by hand: along the rows and down the columns, and with a ship taken back."""
    begin_for_two(table, "sea-battle")

    def place(cell):
        table.click(0, f'.placing [data-cell="{cell}"]')
        table.until(f"a ship at {cell}", lambda phones: table.cell(0, cell).startswith(f"{cell}, ship"))

    def turn(label):
        table.click(0, '[data-do="turn-ship"]')
        text = "return document.querySelector('#phone-0 [data-do=\"turn-ship\"]').textContent"
        table.until(label, lambda phones: table.browser.run(text) == label)

    place("A1")
    turn("Turn: down")
    place("J5")
    place("A3")
    table.click(0, '[data-do="take-back-ship"]')
    table.until("no ship at A3", lambda phones: table.cell(0, "A3") == "A3, water")
    # A ship that would leave the sea, or lie over another one, is not placed.
    for cell in ("A9", "J3"):
        table.click(0, f'.placing [data-cell="{cell}"]')
    place("C3")
    turn("Turn: across")
    place("E8")
    place("A10")
    table.picture("fleet", "#phone-0 .app")
    table.move(0, "place", "sea-battle")
    ships = ["A1", "B1", "C1", "D1", "E1", "J5", "J6", "J7", "J8", "C3", "C4", "C5", "E8", "F8", "G8", "A10", "B10"]
    shown = table.phone(0)["ships"]
    if sorted(shown) != sorted(ships):
        raise Failure(f"the ships lie elsewhere: {shown}")
    if table.phone(1)["ships"]:
        raise Failure("Ben sees ships that he has not placed")
    print("fleet: five ships lie where they were placed by hand")


def vanished(table):
    """A message vanishes from the input field, or is removed; the app is closed and opened again; the game goes on."""
    begin_ice_cream(table, 2)
    for way in ("vanish", "cancel"):
        table.choose(0, "Topping=topping01")
        if way == "vanish":
            table.trick(0, "vanish")
        else:
            table.click(0, '[data-do="cancel"]')
        table.until("an empty input field", lambda phones: not phones[0]["staged"] and phones[0]["may"])
    table.click(0, '[data-do="close"]')
    table.until("no app", lambda phones: phones[0]["game"] is None)
    table.open(0)
    table.move(0, "Topping=topping07")
    phones = table.until("the topping on both phones", lambda phones: all(len(p["said"]) == 3 for p in phones))
    if any("Sprinkles" in said for said in phones[1]["said"]):
        raise Failure("what vanished has counted")
    print("vanished: neither what vanished nor what was removed counts, and another move does")


CHECKS = (
    play_all, promotion, fleet, vanished, two_at_once, too_late, lost_phone, second_device, airplane_mode,
    late_and_put_back, keyboard, directions, rim, requests, public_page, narrow,
    sizes)


def main(url, port, shots=None):
    if shots:
        pathlib.Path(shots).mkdir(parents=True, exist_ok=True)
    browser = Browser(int(port))
    table = Table(browser, shots)
    try:
        browser.look(1440, 1200)
        browser.visit(url)
        table.until("phones", lambda phones: phones)
        for check in CHECKS:
            browser.look(1440, 1200)
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
