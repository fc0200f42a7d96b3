"""Plays every game on the playground's page in a browser, as people would, and looks at what each phone shows.

  python3 deploy/check/playground.py URL [DIRECTORY FOR SCREENSHOTS]
"""
import pathlib
import sys
import time

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.support import expected_conditions

from browser import start_browser
from playground_days import agreements, timeout, told
from playground_looks import directions, keyboard, narrow, public_page, requests, sizes
from playground_table import Table, parts, begin_for_two, begin_ice_cream


def play_all(table):
    for game in table.games():
        people = max(game["seats"]["from"], min(3, game["seats"]["to"]))
        game = game["game"]
        start = time.monotonic()
        moves, end = table.play(game, people)
        print(f"{game}: {moves} moves, {end!r}, {time.monotonic() - start:.1f} s", flush=True)


def two_at_once(table):
    """Amber and Chris answer at exactly the same time: the transcripts differ, and both answers count."""
    begin_ice_cream(table, 3)
    table.choose(0, "Topping=topping01")
    table.choose(2, "Topping=topping02")
    table.find("#send-all").click()
    phones = table.until("both toppings on all phones", lambda phones: all(len(parts(p)) == 4 for p in phones))
    assert phones[0]["newest"] != phones[2]["newest"], "Amber's and Chris's phones show the same answer last"
    table.check_names()
    table.look(1440, 1000, scale=0.75)
    table.picture("two-at-once")
    print("two at once: each phone has the other's answer last, and all apps have both")


def too_late(table):
    """Ben and Chris choose a base at exactly the same time: whose choice lost is told so, and nobody else."""
    table.sit_down(3)
    table.begin("ice-cream", number=1)
    for number in (0, 2):
        table.open(number)
    names = {1: "base01", 2: "base03"}
    table.choose(1, "Base=base01")
    table.choose(2, "Base=base03")
    table.find("#send-all").click()
    phones = table.until("one base on all phones", lambda phones: all(
        parts(p) and parts(p) == parts(phones[0]) and not p["staged"] for p in phones) and table.is_delivered())
    late = 1 if names[2] == parts(phones[0])[0] else 2
    for number, phone in enumerate(phones):
        remarks = phone["remarks"]
        assert all("too late" in remark for remark in remarks) and bool(remarks) == (number == late), (
            f"{names[late]} came too late, and {phone['owner']} reads: {remarks}")
    table.choose(late, "Scoops=scoops02")
    table.until("no remark after the next move", lambda phones: not phones[late]["remarks"])
    print(f"too late: the author of the {names[late]} is told, and nobody else")


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
    assert "You" not in table.phone(1)["seats"], "a new phone has a seat"
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
    table.keep_up()
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
    table.find("#phone-2 [name=code]").send_keys(code)
    table.click(2, '[data-do="enter-link-code"]')
    table.until("the seat on the tablet", lambda phones: "You" in phones[2]["seats"])
    table.move(2, "Topping=topping06")
    table.open(0)
    table.until("the topping on the phone", lambda phones: "topping06" in parts(phones[0]))
    print("second device: the tablet has Amber's seat")


def airplane_mode(table):
    """What is sent without a network arrives later, and counts."""
    begin_ice_cream(table, 2)
    table.choose(0, "Topping=topping01")
    table.trick(0, "airplane-mode")
    table.until("no network", lambda phones: phones[0]["marks"] == ["No network"])
    table.send(0)
    assert "topping01" not in parts(table.phone(1)), "a message has arrived without a network"
    table.click(0, '[data-do="refresh"]')
    table.until("a notice", lambda phones: "can’t be reached" in (phones[0]["notice"] or ""))
    table.check_contrast("a notice")
    table.click(0, '[data-do="dismiss"]')
    table.until("no notice", lambda phones: not phones[0]["notice"])
    table.trick(0, "airplane-mode")
    table.until("Ben has the topping", lambda phones: "topping01" in parts(phones[1]))
    print("airplane mode: the message arrived when the network was back, and counts")


def late_and_put_back(table):
    """Messages that come late, in another order; another's bubble put back; a reinstall; the group left."""
    begin_ice_cream(table, 3)
    table.trick(2, "late")
    table.until("late", lambda phones: phones[2]["marks"] == ["Late"])
    table.move(0, "Topping=topping01")
    table.move(1, "Topping=topping02")
    table.until("two on the way", lambda phones: "2 on the way" in phones[2]["marks"])
    assert not table.is_delivered(), "two messages are on the way, and the page says that all are delivered"
    table.trick(2, "deliver-backwards")
    phones = table.until("both there", lambda phones: len(parts(phones[2])) == 4)
    assert phones[2]["newest"] != phones[0]["newest"], "they came in the order of sending"
    table.stage(2, "[data-stage]")
    table.send(2)
    table.trick(0, "reinstall")
    table.until("a new install", lambda phones: phones[0]["game"] is None)
    table.open(0)
    assert "You" in table.phone(0)["seats"], "a reinstall has cost Amber her seat"
    table.trick(0, "leave")
    table.until("gone", lambda phones: phones[0]["marks"] == ["Has left"])
    print("late, put back, reinstalled, left: the game is as it was")


def promotion(table):
    """A pawn becomes what its player chooses, and nothing before that."""
    begin_for_two(table, "chess")
    for turn, move in enumerate(["h2h4", "g7g5", "h4g5", "h7h6", "g5h6", "a7a6", "h6h7", "a6a5"]):
        table.move(turn % 2, move)
        table.keep_up()
    for square in ("h7", "h7g8"):
        table.click(0, f'[data-move="{square}"]')
        table.until(f"{square} is chosen", lambda phones: any(
            move.startswith(square) and move != square for move in phones[0]["moves"]))
    table.until("pieces to choose from", lambda phones: "h7g8q" in phones[0]["moves"])
    table.picture("promotion", "#phone-0 .app")
    table.click(0, '[data-move="a2"]')
    table.until("another piece", lambda phones: "a2a3" in phones[0]["moves"])
    assert "h7g8q" not in table.phone(0)["moves"], "the pawn's choice is there for another piece"
    table.move(0, "h7g8n")
    for phone in table.keep_up():
        rank = phone["board"]["fen"].split("/")[0]
        assert rank == "rnbqkbNr", f"the pawn became: {rank}"
    print("promotion: the pawn became the knight that was chosen")


def notation(table):
    """Where moves are too many to list, one is typed; what the game refuses is said."""
    begin_for_two(table, "sea-battle")
    field = table.find("#phone-0 [name=move]")
    field.clear()
    field.send_keys("place A1h5")
    table.click(0, '[data-do="play-text"]')
    table.until("a refusal", lambda phones: phones[0]["notice"])
    table.click(0, '[data-do="dismiss"]')
    table.until("no notice", lambda phones: not phones[0]["notice"])
    field = table.find("#phone-0 [name=move]")
    field.clear()
    field.send_keys("place A1h5,J5v4,C3v3,E8h3,A10h2")
    table.stage(0, '[data-do="play-text"]')
    table.send(0)
    phones = table.until("a fleet", lambda phones: phones[0]["board"]["yours"]["ships"])
    assert phones[0]["board"]["yours"]["ships"][:2] == ["A1h5", "J5v4"], f"the ships lie elsewhere: {phones[0]}"
    assert "A1h5" not in str(phones[1]["board"]), f"Ben sees Amber's ships: {phones[1]['board']}"
    table.picture("fleet", "#phone-0 .app")
    print("notation: a fleet is placed by typing it")


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
    phones = table.until("the topping on both phones", lambda phones: all(len(parts(p)) == 3 for p in phones))
    assert not "topping01" in parts(phones[1]), "what vanished has counted"
    print("vanished: neither what vanished nor what was removed counts, and another move does")


CHECKS = (
    play_all, told, agreements, timeout, promotion, notation, vanished, two_at_once, too_late, lost_phone,
    second_device, airplane_mode, late_and_put_back, keyboard, directions, requests, public_page, narrow,
    sizes)


def main(url, shots=None):
    if shots:
        pathlib.Path(shots).mkdir(parents=True, exist_ok=True)
    with start_browser("--force-prefers-reduced-motion") as browser:
        table = Table(browser, shots)
        try:
            table.look()
            browser.get(url)
            table.until("phones", bool)
            for check in CHECKS:
                table.look()
                check(table)
                # A refusal is an answer of ours, which a browser calls an error.
                complaints = [entry["message"] for entry in browser.get_log("browser")
                              if "409 (Conflict)" not in entry["message"]]
                assert not complaints, f"the browser's console: {complaints}"
        except (AssertionError, WebDriverException):
            if shots:
                browser.get_screenshot_as_file(f"{shots}/failure.png")
            raise


if __name__ == "__main__":
    main(*sys.argv[1:])
