"""Plays games of players with devices, as Apple's push service would tell them, for the check `delivery`.

usage: delivery_apple.py PORT DIRECTORY EXPECTED PORT…

Stands in for Apple's push service on the first port, by HTTP/2 with the certificate and the keys of DIRECTORY, and
plays at the instances on the other ports. After each act it waits until the player who is to act was notified, and
fails if anybody else was. In the end all connections to it fall silent, though it takes new ones. What the webhook is to
tell of the sessions goes to EXPECTED, as from delivery_players.py.
"""

import asyncio
import json
import sys
import threading
import time

import jwt
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from delivery_players import Game, Player
from hypercorn.asyncio import serve
from hypercorn.config import Config

TITLES = {
    "en": ("It’s your turn", "There is an offer for you", "Your time is running out"),
    "de": ("Du bist am Zug", "Dir wird etwas angeboten", "Deine Zeit läuft ab"),
    "pl": ("Twój ruch", "Jest dla ciebie propozycja", "Twój czas się kończy"),
    "ar": ("حان دورك", "لديك عرض", "وقتك يوشك على الانتهاء"),
}
TURN, OFFER, REMINDER = range(3)
OPENING = ["e2e4", "e7e5", "g1f3", "b8c6"]
# A session in which time passes until a reminder is due: when a quarter of the turn is left.
CLOCK = {"turnSeconds": 20, "bankSeconds": 0, "atEnd": "forfeit"}
SECONDS = 60


class Wrong(Exception):
    """What the service must not do."""


class Apple:
    """The push service. Notes all requests; answers those to a device by its script, and 200 once that has ended."""

    def __init__(self, keys):
        self.keys = keys
        self.scripts = {}
        self.topics = {}
        self.lock = threading.Lock()
        self.problems = []
        self.connections = set()
        self.bearers = {}
        # Of each device: the answers, and the notifications that it shows.
        self.answers = {}
        self.shown = {}

    async def __call__(self, scope, receive, send):
        if scope["type"] == "lifespan":
            while True:
                message = await receive()
                await send({"type": message["type"] + ".complete"})
                if message["type"] == "lifespan.shutdown":
                    return
        body = b""
        while True:
            message = await receive()
            body += message.get("body", b"")
            if not message.get("more_body"):
                break
        headers = {name.decode(): value.decode() for name, value in scope["headers"]}
        try:
            status, answer, extra = self.answer(scope, headers, body)
        except Exception as error:
            self.problem(f"{type(error).__name__} {error} of {scope['path']} {headers} {body}")
            status, answer, extra = 500, {"reason": "InternalServerError"}, []
        content = json.dumps(answer).encode() if answer else b""
        await send({"type": "http.response.start", "status": status, "headers": [
            (name.encode(), value.encode()) for name, value in extra]})
        await send({"type": "http.response.body", "body": content})

    def problem(self, words):
        with self.lock:
            self.problems.append(words)

    def answer(self, scope, headers, body):
        """The status, the answer and the additional headers for a request."""
        device = scope["path"].removeprefix("/3/device/")
        bearer = headers["authorization"].removeprefix("bearer ")
        topic = self.topics[device]
        team, identifier, key = self.keys[topic]
        for what, seen, expected in (
                ("the version of HTTP", scope["http_version"], "2"),
                ("the method", scope["method"], "POST"),
                ("apns-topic", headers["apns-topic"], topic),
                ("apns-push-type", headers["apns-push-type"], "alert"),
                ("apns-priority", headers["apns-priority"], "10"),
                ("the key", jwt.get_unverified_header(bearer)["kid"], identifier)):
            if seen != expected:
                self.problem(f"{what}: expected {expected}, got {seen}")
        claims = jwt.decode(bearer, key, algorithms=["ES256"], options={"require": ["iss", "iat"]})
        if claims["iss"] != team or not time.time() - 3600 < claims["iat"] <= time.time() + 1:
            self.problem(f"the provider token says {claims}")
        # Apple keeps it for a device that is switched off, for up to 30 days.
        if not 3600 < int(headers["apns-expiration"]) - time.time() <= 30 * 86_400:
            self.problem(f"apns-expiration is {headers['apns-expiration']}")
        payload = json.loads(body)
        shown = {
            "session": payload["session"], "title": payload["aps"]["alert"]["title"],
            "body": payload["aps"]["alert"]["body"], "badge": payload["aps"]["badge"]}
        if {payload["session"], payload["aps"]["thread-id"], headers["apns-collapse-id"]} != {payload["session"]}:
            self.problem(f"the sessions of {headers} and {payload} differ")
        if "$" in body.decode() or len(body) > 4096:
            self.problem(f"the payload is {body}")
        with self.lock:
            self.connections.add(tuple(scope["client"]))
            self.bearers.setdefault(identifier, set()).add(bearer)
            script = self.scripts.get(device, [])
            status, reason, extra = script.pop(0) if script else (200, None, {})
            self.answers.setdefault(device, []).append((time.time(), status, shown))
            if status == 200:
                self.shown.setdefault(device, []).append(shown)
        after = extra.pop("after", None)
        return (status, {"reason": reason, **extra} if reason else None, [("retry-after", after)] if after else [])


class Way:
    """Passes connections on to the push service. Those that fall silent stay open, and nothing comes through."""

    def __init__(self, port):
        self.port = port
        self.open = set()
        self.silent = set()

    async def __call__(self, reader, writer):
        connection = object()
        self.open.add(connection)
        to_apple = await asyncio.open_connection("localhost", self.port)
        await asyncio.gather(
            self.carry(connection, reader, to_apple[1]), self.carry(connection, to_apple[0], writer))

    async def carry(self, connection, reader, writer):
        while content := await reader.read(1 << 16):
            if connection not in self.silent:
                writer.write(content)
        writer.close()

    def fall_silent(self):
        self.silent |= self.open


class Person(Player):
    """A player with devices, and what these are to show."""

    def __init__(self, apple, ports, *devices):
        super().__init__(ports)
        self.apple = apple
        # Those that Apple reaches, with the notifications that they are to show.
        self.expected = {}
        self.waiting = set()
        for device in devices:
            self.register(**device)

    def register(self, token, topic, locale, environment="production", script=(), is_reached=True):
        self.apple.topics[token] = topic
        self.apple.scripts[token] = list(script)
        if is_reached:
            self.expected[token] = (locale, [])
        self.ask("POST", "/v1/players/me/push-tokens", {
            "token": token.upper(), "topic": topic, "environment": environment, "locale": locale}, 204)

    def await_notification(self, game, kind=TURN, lost=()):
        """Waits until each device shows what it is to show, other than those on which this notification is lost."""
        for device, (locale, expected) in self.expected.items():
            if device in lost:
                continue
            view = self.ask("GET", f"/v1/sessions/{game.id}", language=locale)
            language = locale[:2] if locale[:2] in TITLES else "en"
            expected.append({
                "session": game.id, "title": TITLES[language][kind], "body": view["message"]["summaryText"],
                "badge": len(self.waiting)})
            end = time.monotonic() + SECONDS
            while len(self.apple.shown.get(device, [])) < len(expected):
                if time.monotonic() > end:
                    raise Wrong(f"device {device} was not told: {expected[-1]}; {self.apple.answers.get(device)}")
                time.sleep(0.02)
            if self.apple.shown[device] != expected:
                raise Wrong(f"device {device}: expected {expected}, got {self.apple.shown[device]}")
        for device in lost:
            end = time.monotonic() + SECONDS
            while not self.apple.answers.get(device):
                if time.monotonic() > end:
                    raise Wrong(f"Apple was asked for nothing on device {device}")
                time.sleep(0.02)


class ToldGame(Game):
    """A session whose players are told of each other's acts on their devices."""

    def settle(self, kind=TURN, lost=()):
        """Waits until those who are called by the newest event are told."""
        for seat, player in enumerate(self.players):
            (player.waiting.add if seat in self.acting else player.waiting.discard)(self.id)
        newest = [notice for notice in self.expected if notice[0] == self.revision]
        author = newest[0][2]
        called = {1 - author} if kind == OFFER else {
            seat for _, what, seat, _ in newest if what == "turn.yours" and seat != author}
        for seat in called:
            self.players[seat].await_notification(self, kind, lost)

    def remind(self):
        """Waits until the player who is to act is reminded."""
        [seat] = self.acting
        self.players[seat].await_notification(self, REMINDER)
        self.note("turn.reminder", seat)


def play(players, lost, lines):
    """Two games of chess at the same time, with an offer in the end. `lost` are devices whose first notification is."""
    games = [ToldGame("chess", players) for _ in range(2)]
    for game in games:
        game.settle()
    for number, move in enumerate(OPENING):
        for game in games:
            game.move(number % 2, move)
            game.settle(lost=[device for device in lost if device not in players[0].apple.answers])
    games[0].act(1, "offer", kind="draw")
    games[0].settle(OFFER)
    games[0].act(0, "decline")
    games[0].settle()
    games[1].act(0, "offer", kind="draw")
    games[1].settle(OFFER)
    games[1].act(1, "accept")
    games[1].settle()
    lines.extend(game.line() for game in games)


def play_by_the_clock(players, lines):
    game = ToldGame("chess", players, clock=CLOCK)
    game.settle()
    for number, move in enumerate(OPENING[:2]):
        game.move(number % 2, move)
        game.settle()
    game.remind()
    game.move(0, OPENING[2])
    game.settle()
    game.act(1, "offer", kind="draw")
    game.settle(OFFER)
    game.act(0, "accept")
    game.settle()
    lines.append(game.line())


def begin(players, lines):
    game = ToldGame("chess", players)
    for seat in range(2):
        game.move(seat, OPENING[seat])
    game.settle()
    lines.append(game.line())


def play_all(apple, way, ports):
    one, other = sorted(apple.keys)
    device = "{:064x}".format
    now = int(time.time() * 1000)
    refusals = {
        "gone": [(410, "Unregistered", {"timestamp": now + 3_600_000})],
        "bad": [(400, "BadDeviceToken", {})],
        # Apple saw it go before the app registered it again.
        "back": [(410, "Unregistered", {"timestamp": now - 3_600_000})],
        "limited": [(429, "TooManyRequests", {"after": "1"})],
        "unavailable": [(503, "ServiceUnavailable", {})],
        "expired": [(403, "ExpiredProviderToken", {})],
    }
    person = lambda *devices: Person(apple, ports, *(
        dict(zip(("token", "topic", "locale"), told), **rest) for told, rest in devices))
    pairs = [
        (person(((device(1), one, "en-GB"), {})),
         person(((device(2), one, "de"), {}),
                ((device(3), one, "de"), {"script": refusals["gone"], "is_reached": False}))),
        (person(((device(4), one, "pl-PL"), {}),
                ((device(5), one, "pl-PL"), {"script": refusals["bad"], "is_reached": False})),
         person()),
        (person(((device(6), one, "ar"), {"script": refusals["limited"]})),
         person(((device(7), other, "fr"), {"script": refusals["unavailable"], "environment": "sandbox"}))),
        (person(((device(8), other, "en"), {"script": refusals["back"]})),
         person(((device(9), other, "de-AT"), {"script": refusals["expired"]}))),
    ]
    lines = []
    failures = []

    def run(body, *arguments):
        try:
            body(*arguments, lines)
        except BaseException as error:
            failures.append(f"{type(error).__name__}: {error}")

    threads = [
        threading.Thread(target=run, args=(play, pair, [device(8)] if place == 3 else []))
        for place, pair in enumerate(pairs)]
    clocked = (person(((device(10), one, "de"), {})), person(((device(11), one, "en"), {})))
    threads.append(threading.Thread(target=run, args=(play_by_the_clock, clocked)))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # A connection is in use all the time, and dead: requests come more often than they run out of time.
    connections = len(apple.connections)
    told_on = [(person(((device(number), one, "de"), {})), person()) for number in range(12, 24)]
    way.fall_silent()
    threads = [threading.Thread(target=run, args=(begin, pair)) for pair in told_on]
    for thread in threads:
        thread.start()
        time.sleep(2)
    for thread in threads:
        thread.join()
    if failures:
        raise Wrong("; ".join(failures))

    # What came since the last act has had a moment to arrive.
    time.sleep(1)
    for pair in [*pairs, clocked, *told_on]:
        for player in pair:
            for token, (_, expected) in player.expected.items():
                if apple.shown.get(token, []) != expected:
                    raise Wrong(f"device {token}: expected {expected}, got {apple.shown.get(token)}")
    statuses = {token: [status for _, status, _ in answers] for token, answers in apple.answers.items()}
    for token, expected in ((3, [410]), (5, [400])):
        if statuses[device(token)] != expected:
            raise Wrong(f"a device that is none: Apple answered {statuses[device(token)]}")
    for token, status, pause in ((6, 429, 3.9), (7, 503, 3.9), (9, 403, 3.9)):
        (failed, first, one_shown), (repeated, second, other_shown) = apple.answers[device(token)][:2]
        if (first, second) != (status, 200) or repeated - failed < pause or one_shown != other_shown:
            raise Wrong(f"not repeated as it was after {status}: {apple.answers[device(token)][:2]}")
    return lines, sum(map(len, apple.shown.values())), connections


async def main(port, directory, expected, *ports):
    keys = {}
    with open(f"{directory}/push-keys") as lines:
        for line in lines:
            if line.startswith("#"):
                continue
            topic, team, identifier, file = line.split()
            with open(f"{directory}/{file}", "rb") as key:
                keys[topic] = (team, identifier, load_pem_private_key(key.read(), None).public_key())
    apple = Apple(keys)
    config = Config.from_mapping(
        bind=[f"localhost:{int(port) + 4}"], certfile=f"{directory}/apple.pem", keyfile=f"{directory}/apple.key",
        alpn_protocols=["h2"], keep_alive_timeout=600, accesslog=None, errorlog=None)
    server = asyncio.create_task(serve(apple, config, shutdown_trigger=asyncio.Event().wait))
    way = Way(int(port) + 4)
    await asyncio.start_server(way, "localhost", int(port))
    try:
        lines, shown, connections = await asyncio.to_thread(play_all, apple, way, [int(port) for port in ports])
    finally:
        # The instances keep their connections, and the server complains of that.
        asyncio.get_running_loop().set_exception_handler(lambda *_: None)
        server.cancel()
    if apple.problems:
        raise Wrong("; ".join(apple.problems[:5]))
    # Each instance has one token of each key, also after one was called expired.
    if max(map(len, apple.bearers.values())) > len(ports) or connections > len(ports):
        raise Wrong(f"{connections} connections, {apple.bearers}")
    with open(expected, "a") as file:
        file.writelines(line + "\n" for line in lines)
    print(f"{shown} notifications, each of another player's act, in the player's language, over"
          f" {connections} connections of {len(ports)} instances")


if __name__ == "__main__":
    try:
        asyncio.run(main(*sys.argv[1:]))
    except Wrong as wrong:
        sys.exit(f"error: {wrong}")
