"""Players whose games the check `delivery` is told of. By itself it plays games of tic-tac-toe of six events each.

usage: delivery_players.py EVENTS EXPECTED PORT…

The instances on these ports are used in turn. A request that one does not answer is repeated at another one, with the
same Idempotency-Key. For each session a line of JSON goes to EXPECTED: the notices that are to be told of it, in order.
"""

import http.client
import itertools
import json
import sys
import threading
import time
import uuid

PAIRS = 16
MOVES = ["a1", "b1", "a2", "b2", "a3"]


class Refused(Exception):
    """An answer that a player does not expect."""


class Player:
    """A person with a device."""

    def __init__(self, ports):
        connections = [http.client.HTTPConnection("127.0.0.1", port, timeout=30) for port in ports]
        self.connections = itertools.cycle(connections)
        self.token = None
        made = self.ask("POST", "/v1/players", {}, 201)
        self.id, self.token = made["player"], made["token"]

    def ask(self, method, path, body=None, status=200, language=None):
        """The answer to a request, which must have that status."""
        headers = {"Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if language:
            headers["Accept-Language"] = language
        end = time.monotonic() + 60
        while True:
            connection = next(self.connections)
            try:
                connection.request(method, path, None if body is None else json.dumps(body), headers)
                response = connection.getresponse()
                answer = response.read()
                if response.status != 503:
                    break
            except (OSError, http.client.HTTPException) as error:
                connection.close()
                answer = str(error).encode()
            if time.monotonic() > end:
                raise Refused(f"{method} {path}: {answer.decode()}")
            time.sleep(0.1)
        if response.status != status:
            raise Refused(f"{method} {path}: expected {status}, got {response.status}: {answer.decode()}")
        return json.loads(answer) if answer else None


class Game:
    """A session of two players, the first of whom opens it; the other one has a seat from the first move on."""

    def __init__(self, game, players, **settings):
        self.players = players
        self.expected = []
        self.acting = set()
        # What each device calls itself and the other one.
        names = [[str(uuid.uuid4()).upper() for _ in players] for _ in players]
        self.conversations = [{"local": own[seat], "remotes": [own[1 - seat]]} for seat, own in enumerate(names)]
        answer = players[0].ask(
            "POST", "/v1/sessions", self.request(0, {"game": game, **settings}), 201)
        self.id = answer["session"]["id"]
        players[1].ask(
            "POST", f"/v1/messages/{answer['message']['token']}/open",
            {"conversation": self.conversations[1], "sender": names[1][0]})
        self.expect("session.opened", 0, answer["session"])

    def request(self, seat, body):
        return {"send": "now", "conversation": self.conversations[seat], **body}

    def expect(self, kind, seat, session, is_offer=False):
        """Notes the notices of what the player of a seat has just done, who is not told of their own turn. Nobody has
        the turn of an open seat."""
        self.revision = session["revision"]
        acting = {seat for seat in session["toAct"] if session["seats"][seat]["state"] == "taken"}
        self.note(kind, seat)
        if is_offer:
            self.note("offer.made", seat)
        for called in sorted(acting - self.acting - {seat}):
            self.note("turn.yours", called)
        if session["outcome"]:
            self.note("session.finished", None)
        self.acting = acting

    def note(self, kind, seat):
        self.expected.append([self.revision, kind, seat, None if seat is None else self.players[seat].id])

    def move(self, seat, move):
        answer = self.players[seat].ask(
            "POST", f"/v1/sessions/{self.id}/turns", self.request(seat, {"revision": self.revision, "move": move}), 201)
        self.expect("turn.committed", seat, answer["session"])

    def act(self, seat, action, **settings):
        answer = self.players[seat].ask(
            "POST", f"/v1/sessions/{self.id}/actions",
            self.request(seat, {"revision": self.revision, "action": action, **settings}), 201)
        self.expect("turn.committed", seat, answer["session"], is_offer=action == "offer")

    def line(self):
        return json.dumps({"session": self.id, "notices": self.expected})


def play(players, count, lines):
    for _ in range(count):
        game = Game("tic-tac-toe", players)
        for number, move in enumerate(MOVES):
            game.move(number % 2, move)
        lines.append(game.line())


def main(events, expected, *ports):
    sessions = -(-int(events) // (len(MOVES) + 1))
    ports = [int(port) for port in ports]
    lines = []
    threads = []
    for pair in range(PAIRS):
        # Each begins with another instance.
        order = ports[pair % len(ports):] + ports[:pair % len(ports)]
        players = [Player(order), Player(order)]
        count = len(range(pair, sessions, PAIRS))
        threads.append(threading.Thread(target=play, args=(players, count, lines)))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with open(expected, "a") as file:
        file.writelines(line + "\n" for line in lines)
    if len(lines) != sessions:
        raise SystemExit("error: not all sessions could be played")
    print(f"{sessions * (len(MOVES) + 1)} events of {sessions} sessions were played")


if __name__ == "__main__":
    main(*sys.argv[1:])
