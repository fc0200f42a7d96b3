"""Agreements of players on the playground, its clocks, and what its phones are told: called by playground.py."""
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select

from playground_table import begin_for_two


def press(table, number, selector):
    """Presses a control by the keyboard."""
    table.find(f"#phone-{number} {selector}").send_keys(Keys.ENTER)


def offer(table, number, kind):
    """Offers something by the keyboard, and sends the message; all phones show it then."""
    press(table, number, ".offers summary")
    press(table, number, f'[data-offer="{kind}"]')
    table.until(f"{kind} to be sent", lambda phones: phones[number]["staged"])
    table.send(number)
    return table.until(f"{kind} is offered on both phones", lambda phones: all(p["offer"] == kind for p in phones))


def answer(table, number, action):
    """Answers an offer, and sends the message."""
    table.act(number, f'.offer [data-act="{action}"]')
    return table.until(f"no offer after {action}", lambda phones: not any(p["offer"] for p in phones))


def await_told(table, number, title, body):
    """Waits for a notice on a phone."""
    return table.until(f"{title}, {body} on phone {number}", lambda phones: phones[number]["told"] == [title, body])


def told(table):
    """The service tells each phone whose turn it is; a notice goes when it is put away, or when its player goes on."""
    begin_for_two(table, "chess")
    table.move(0, "e2e4")
    table.keep_up()
    table.move(1, "e7e5")
    phones = await_told(table, 0, "It’s your turn", "Ben moved the pawn to e5")
    assert phones[0]["badge"] == "1", f"the badge is {phones[0]['badge']}"
    table.check_contrast("a notice of the service")
    table.check_controls("a notice of the service")
    table.check_sides("a notice of the service", 360, 1440)
    table.picture("told", "#phone-0")
    press(table, 0, '[data-do="put-away"]')
    table.until("no notice", lambda phones: not phones[0]["told"])
    table.move(0, "d2d4")
    await_told(table, 1, "It’s your turn", "Amber moved the pawn to d4")
    table.keep_up()
    table.move(1, "d7d6")
    table.until("no notice after a move", lambda phones: not phones[1]["told"])
    print("told: each phone shows what the service tells it, until its player goes on")


def agreements(table):
    """A move is taken back, a draw is declined and accepted, and the rematch goes on on both phones."""
    begin_for_two(table, "chess")
    for turn, move in enumerate(["e2e4", "e7e5", "d2d4"]):
        table.move(turn % 2, move)
        before = table.keep_up()[0]["board"]["fen"]
    table.move(1, "d7d6")
    table.keep_up()
    offer(table, 1, "undo")
    await_told(table, 0, "There is an offer for you", "Ben asks to take a move back")
    table.check_contrast("an offer")
    table.check_controls("an offer")
    table.picture_everywhere("offer")
    for phone in answer(table, 0, "accept"):
        assert phone["board"]["fen"] == before, f"after the undo {phone['owner']} sees {phone['board']}"
    table.keep_up()
    offer(table, 1, "draw")
    answer(table, 0, "decline")
    table.keep_up()
    offer(table, 0, "draw")
    answer(table, 1, "accept")
    phones = table.until("the end", lambda phones: all(p["state"] == "finished" for p in phones))
    assert [p["turn"] for p in phones] == ["A draw"] * 2, f"after a draw: {[p['turn'] for p in phones]}"
    table.stage(0, '[data-act="rematch"]')
    table.send(0)
    table.click(1, '[data-act="rematch"]')
    phones = table.until("the rematch on both phones", lambda phones: all(
        p["series"] and p["state"] == "active" for p in phones))
    assert all(p["series"].startswith("Game 2 of the series") for p in phones), f"the series: {phones}"
    for turn, move in enumerate(["e2e4", "e7e5"]):
        number = next(n for n, phone in enumerate(table.keep_up()) if phone["may"])
        table.move(number, move)
    table.keep_up()
    table.check_names()
    table.check_contrast("a rematch")
    table.picture_everywhere("rematch")
    print("agreements: a move was taken back, a draw declined and accepted, and the rematch goes on on both phones")


def timeout(table):
    """A clock counts down, stands in a pause, and ends the turn of who lets it run out."""
    table.sit_down(2)
    Select(table.find("#phone-0 [name=clock]")).select_by_visible_text("1 minute a turn")
    table.begin("tic-tac-toe")
    table.open(1)
    table.move(0, "b2")
    table.keep_up()
    table.move(1, "a1")
    phones = table.keep_up()
    assert ":" in phones[0]["clock"] and phones[0]["clock"].startswith("You have"), f"the clock: {phones[0]}"
    assert phones[1]["clock"].startswith("Amber has"), f"the clock: {phones[1]}"
    offer(table, 1, "pause")
    answer(table, 0, "accept")
    table.until("the clock stands still", lambda phones: all("stands still" in p["clock"] for p in phones))
    table.expect_none("offers of a pause in a pause", '[data-offer="pause"]', "true")
    table.act(1, '[data-act="resume"]')
    table.until("the clock runs", lambda phones: all(":" in p["clock"] for p in phones))
    table.check_controls("a clock")
    table.picture_everywhere("clock")
    phones = table.until("a timeout", lambda phones: all(p["state"] == "finished" for p in phones), within=90)
    news = [phone["news"] for phone in phones]
    assert news == ["You ran out of time: Ben won", "Amber ran out of time: You won"], f"the news: {news}"
    assert phones[1]["turn"] == "You won!", f"Ben reads: {phones[1]['turn']}"
    table.picture("timeout")
    table.stage(0, '[data-act="rematch"]')
    table.send(0)
    table.open(1)
    phones = table.until("the rematch on both phones", lambda phones: all(p["series"] for p in phones))
    series = [phone["series"] for phone in phones]
    assert all(": 1" in each and ": 0" in each for each in series), f"after Ben has won: {series}"
    print(f"timeout: {news[1]}; who was too late has a rematch: {series[0]}")
