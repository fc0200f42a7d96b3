"""The requests whose cost `cost` counts: always the same ones in the same order, 32 at a time.

    cost_script.py PORT

Reads names of phases, a line each, and answers each with how often it did what it is about:

    prepare  players, sessions, and one unmeasured game in which everything is done once
    now      turns that are sent at once
    draft    turns as drafts, each followed by `sent`
    open     newest messages, opened by the player who did not send them
    read     views, by each player of each session
    list     the names of the service's games, instead of a number
    seat GAME, look, move
             sessions of any game; a view of each that is not over; and a turn in each of these, sent at once
    hide GAME, peek WORLD REQUEST
             sessions of a game in two worlds that differ in a secret of seat 1, and requests by seat 0, who must not
             find out in which one it is: view, board, events, open, refused, page or picture

32 players, each with a connection, sit in pairs. Each pair plays two games at the same time, so that each player can do
something in every wave: 32 requests are sent, and the next ones follow when all are answered. The games end after
3 to 37 moves, as many short ones as long ones, so that what is opened and read in the end are boards of every
fullness.
"""

import json
import socket
import sys
import time
import uuid

PLAYERS = 32
# Of each session in a world, each time it is asked.
PEEKS = 5
# Fills the rack with four in a row nowhere.
MOVES = "447521133627261451656665417544122233375773"


class Wrong(Exception):
    """The service did not answer as it should."""


class Player:
    """A credential and its connection."""

    def __init__(self, number, port):
        self.number = number
        self.port = port
        self.authorization = ""
        self._connect()

    def _connect(self):
        self.socket = socket.create_connection(("127.0.0.1", self.port), timeout=300)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.received = b""
        self.used = time.monotonic()

    def send(self, method, path, body=None, key=None):
        # The service closes connections on which nothing comes for 75 seconds.
        if time.monotonic() - self.used > 60:
            self.socket.close()
            self._connect()
        self.used = time.monotonic()
        data = b"" if body is None else json.dumps(body, separators=(",", ":")).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{self.authorization}"
        if key:
            head += f"Idempotency-Key: {key}\r\n"
        if body is not None:
            head += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n"
        self.socket.sendall(head.encode() + b"\r\n" + data)

    def answer(self, expected=(200, 201)):
        """The body, decoded if it is JSON; the status must be an expected one."""
        head = self._take(self._find(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        fields = dict(line.lower().split(": ", 1) for line in head[1:] if line)
        body = self._take(int(fields["content-length"]))
        status = int(head[0].split()[1])
        if status not in expected:
            raise Wrong(f"{head[0]}: {body.decode(errors='replace')}")
        return json.loads(body) if "json" in fields["content-type"] else body

    def _find(self, mark):
        while mark not in self.received:
            self._receive()
        return self.received.index(mark) + len(mark)

    def _take(self, count):
        while len(self.received) < count:
            self._receive()
        taken, self.received = self.received[:count], self.received[count:]
        return taken

    def _receive(self):
        more = self.socket.recv(1 << 16)
        if not more:
            raise Wrong("the service closed a connection")
        self.received += more


class Game:
    """A session of two players; each device has identifiers of its own for both."""

    def __init__(self, number, players, length):
        self.number = number
        self.players = players
        self.length = length
        self.moves = 0
        self.revision = 0
        self.id = self.token = None
        self.names = [[self._name(number, device, seat) for seat in (0, 1)] for device in (0, 1)]

    @staticmethod
    def _name(number, device, seat):
        return str(uuid.uuid5(uuid.NAMESPACE_OID, f"{number} {device} {seat}")).upper()

    def conversation(self, seat):
        return {"local": self.names[seat][seat], "remotes": [self.names[seat][1 - seat]]}

    @property
    def author(self):
        """The seat whose the newest message is."""
        return (self.moves - 1) % 2 if self.moves else 0

    def begin(self):
        body = {"game": "four-in-a-row", "options": {}, "conversation": self.conversation(0), "send": "now"}
        return self.players[0], ("POST", "/v1/sessions", body, f"begin-{self.number}")

    def begun(self, answer):
        self.id, self.token, self.revision = answer["session"]["id"], answer["message"]["token"], 1

    def turn(self, send):
        seat = self.moves % 2
        body = {
            "revision": self.revision, "move": MOVES[self.moves], "conversation": self.conversation(seat), "send": send}
        return self.players[seat], ("POST", f"/v1/sessions/{self.id}/turns", body, f"{self.number}-{self.moves}")

    def turned(self, answer):
        if answer["message"]["revision"] != self.revision + 1:
            raise Wrong(f"a turn's revision: {answer}")
        self.token = answer["message"]["token"]
        self.revision += 1
        self.moves += 1

    def sent(self):
        seat = self.author
        body = {"conversation": self.conversation(seat)}
        return self.players[seat], ("POST", f"/v1/messages/{self.token}/sent", body)

    def open(self):
        author = self.author
        body = {"conversation": self.conversation(1 - author), "sender": self.names[1 - author][author]}
        return self.players[1 - author], ("POST", f"/v1/messages/{self.token}/open", body)

    def read(self, seat):
        return self.players[seat], ("GET", f"/v1/sessions/{self.id}")

    def check(self, answer):
        view = answer.get("session", answer)
        if view["revision"] != self.revision:
            raise Wrong(f"revision {view['revision']} instead of {self.revision}")


class AnyGame(Game):
    """A session of two players who choose among the legal moves, or among examples where moves are not listed."""

    def __init__(self, game, number, players, examples=()):
        super().__init__(f"{game} {number}", players, 40)
        self.game = game
        self.examples = examples
        self.is_over = False
        self.to_act = []

    def begin(self):
        body = {"game": self.game, "options": {}, "seats": 2, "conversation": self.conversation(0), "send": "now"}
        return self.players[0], ("POST", "/v1/sessions", body, f"begin-{self.number}")

    def join(self):
        body = {"conversation": self.conversation(1), "send": "now"}
        return self.players[1], ("POST", f"/v1/sessions/{self.id}/seats", body, f"join-{self.number}")

    def learn(self, answer):
        view = answer.get("session", answer)
        self.revision, self.to_act, self.is_over = view["revision"], view["toAct"], view["state"] != "active"

    def look(self):
        self.seat = self.to_act[self.moves % len(self.to_act)]
        return self.read(self.seat)

    def choose(self, view):
        if view["legalMoves"] is None:
            return self.examples[self.moves % len(self.examples)]
        moves = [move for move in view["legalMoves"] if move not in ("draw", "finish")] or view["legalMoves"]
        return moves[(7 * self.moves + self.seat) % len(moves)]

    def turn_after(self, view):
        return self.turn_by(self.choose(view))

    def turn_by(self, move):
        body = {
            "revision": self.revision, "move": move, "conversation": self.conversation(self.seat), "send": "now"}
        self.moves += 1
        return (
            self.players[self.seat],
            ("POST", f"/v1/sessions/{self.id}/turns", body, f"{self.number}-{self.moves}"))


class SecretGame(AnyGame):
    """A session in which seat 1 has a secret, one of two, and it is seat 0's turn."""

    # For each game the moves of the seats before the secret, and the secrets.
    SECRETS = {
        "sea-battle": (
            "place A1h5,A3h4,A5h3,A7h3,A9h2",
            ["place J1v5,H1v4,F1v3,D1v3,B1v2", "place A1v5,C1h4,H1v3,A7h3,J9v2"]),
        "rock-paper-scissors": (None, ["rock", "scissors"]),
        "open": (
            {"patch": {"deck": 40}},
            [{"patch": {}, "private": {"1": {"hand": hand}}} for hand in (["QS", "7H"], ["2C", "AD"])]),
    }
    REFUSED = {"sea-battle": "K11", "rock-paper-scissors": "well", "open": "nonsense"}

    def __init__(self, game, number, players, world):
        super().__init__(game, f"{number} {world}", players)
        first, secrets = self.SECRETS[game]
        self.secret_moves = [move for move in [(0, first), (1, secrets[world])] if move[1]]

    def hide(self, step):
        self.seat, move = self.secret_moves[step]
        return self.turn_by(move)

    def learn(self, answer):
        super().learn(answer)
        self.token = answer["message"]["token"]

    def peek(self, request):
        player = self.players[0]
        path = f"/v1/sessions/{self.id}"
        if request == "refused":
            self.seat = 0
            return self.turn_by(self.REFUSED[self.game])
        return player, {
            "view": ("GET", path),
            "board": ("GET", f"{path}/board.svg"),
            "events": ("GET", f"{path}/events"),
            "open": ("POST", f"/v1/messages/{self.token}/open",
                     {"conversation": self.conversation(0), "sender": self.names[0][1]}),
            "page": ("GET", f"/m/{self.token}"),
            "picture": ("GET", f"/m/{self.token}.png"),
        }[request]


def wave(requests, expected=(200, 201)):
    """Sends all of them, each by another player, then waits for all answers."""
    for player, request in requests:
        player.send(*request)
    return [player.answer(expected) for player, _ in requests]


class Script:
    """The phases, in their order."""

    def __init__(self, port):
        self.players = [Player(number, port) for number in range(PLAYERS)]

    def prepare(self):
        for player, made in zip(self.players, wave([(p, ("POST", "/v1/players", {})) for p in self.players])):
            player.authorization = f"Authorization: Bearer {made['token']}\r\n"
        self.begun = 0
        self.rounds = []
        warm = self.games(lambda pair: 4)
        self.begin([warm])
        self.play([warm], drafts=False, until=2)
        self.play([warm], drafts=True)
        self.open()
        self.read()
        # Of a pair, as many moves in all as of every other.
        lengths = [lambda p: 3 + 2 * p, lambda p: 37 - 2 * p, lambda p: 4 + 2 * p, lambda p: 36 - 2 * p]
        self.at_once, self.as_drafts = ([self.games(length) for length in lengths] for _ in range(2))
        self.rounds = []
        self.begin(self.at_once + self.as_drafts)
        return self.begun

    def games(self, length):
        """A game for each player, who begins it with their neighbour."""
        games = []
        for place, player in enumerate(self.players):
            games.append(Game(self.begun, [player, self.players[place ^ 1]], length(place // 2)))
            self.begun += 1
        return games

    def begin(self, rounds):
        for games in rounds:
            for game, answer in zip(games, wave([game.begin() for game in games])):
                game.begun(answer)
            for game, answer in zip(games, wave([game.open() for game in games])):
                game.check(answer)
        self.rounds += rounds

    def play(self, rounds, drafts, until=None):
        """Plays the games of each player one after the other; says how many turns there were."""
        turns = 0
        waiting = [list(games) for games in zip(*rounds)]
        while True:
            now = [next((g for g in games if g.moves < (until or g.length)), None) for games in waiting]
            now = [game for game in now if game]
            if not now:
                return turns
            for game, answer in zip(now, wave([game.turn("draft" if drafts else "now") for game in now])):
                game.turned(answer)
            if drafts:
                for game, answer in zip(now, wave([game.sent() for game in now])):
                    game.check(answer)
            turns += len(now)

    def now(self):
        return self.play(self.at_once, drafts=False)

    def draft(self):
        return self.play(self.as_drafts, drafts=True)

    def open(self):
        for games in self.rounds:
            for game, answer in zip(games, wave([game.open() for game in games])):
                game.check(answer)
                if answer["tapped"]["status"] != "latest":
                    raise Wrong(f"tapped: {answer['tapped']}")
        return len(self.rounds) * PLAYERS

    def read(self):
        for games in self.rounds:
            for seat in (0, 1):
                for game, answer in zip(games, wave([game.read(seat) for game in games])):
                    game.check(answer)
        return 2 * len(self.rounds) * PLAYERS

    def list(self):
        """The names of the service's games; from now on their examples are known."""
        answer, = wave([(self.players[0], ("GET", "/v1/games"))])
        self.examples = {game["game"]: game["examples"] for game in answer["games"]}
        return " ".join(self.examples)

    def seat(self, name):
        """Seats each pair at a session of a game; says how many there are."""
        self.tables = self.seated(lambda place, pair: AnyGame(name, place, pair, self.examples[name]))
        return len(self.tables)

    def seated(self, game):
        tables = [game(place, self.players[place : place + 2]) for place in range(0, PLAYERS, 2)]
        for game, answer in zip(tables, wave([game.begin() for game in tables])):
            game.begun(answer)
        wave([game.open() for game in tables])
        for game, answer in zip(tables, wave([game.join() for game in tables])):
            game.learn(answer)
        return tables

    def hide(self, name):
        """Begins a session of each pair in each of two worlds, up to the secret; says how many there are."""
        self.worlds = [
            self.seated(lambda place, pair: SecretGame(name, place, pair, world)) for world in (0, 1)]
        for tables in self.worlds:
            for step in range(len(tables[0].secret_moves)):
                for game, answer in zip(tables, wave([game.hide(step) for game in tables])):
                    game.learn(answer)
        for request in ("view", "board", "events", "open", "refused", "page", "picture"):
            for world in ("0", "1"):
                self.peek(world, request, times=1)
        return sum(len(tables) for tables in self.worlds)

    def peek(self, world, request, times=PEEKS):
        """Has seat 0 of each session of a world ask for something, one after the other, since what is
        asked at once shares statements with others, as chance has it; says how often in all."""
        expected = (409, 422) if request == "refused" else (200,)
        tables = self.worlds[int(world)]
        for _ in range(times):
            for game in tables:
                wave([game.peek(request)], expected)
        return times * len(tables)

    def look(self):
        """Looks at what is seated and not over; says how many that are."""
        self.playing = [game for game in self.tables if not game.is_over and game.moves < game.length]
        self.views = wave([game.look() for game in self.playing])
        return len(self.playing)

    def move(self):
        """Makes a move in each that was looked at; says how many there were."""
        turns = [game.turn_after(view) for game, view in zip(self.playing, self.views)]
        for game, answer in zip(self.playing, wave(turns)):
            game.learn(answer)
        return len(turns)


def main():
    script = Script(int(sys.argv[1]))
    for line in sys.stdin:
        phase, *game = line.split()
        phases = {"seat": script.seat, "hide": script.hide, "peek": script.peek}
        print(phases[phase](*game) if game else getattr(script, phase)(), flush=True)


if __name__ == "__main__":
    try:
        main()
    except (Wrong, OSError) as error:
        sys.exit(f"error: {error}")
