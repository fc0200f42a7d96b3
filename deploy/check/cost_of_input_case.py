"""One case: people who play a game, with requests among theirs that are changed. It follows from seed and number."""
import json
import random
import re
import uuid

from cost_of_input_document import Request
from cost_of_input_grammar import Grammar, Text, write

STEPS = 24
# A move of more characters than this one is more often made again and again.
LARGE = 8192
# The texts of an open game's move, by their names in a layout.
TEXTS = [
    "caption", "subcaption", "trailingCaption", "trailingSubcaption", "summaryText", "accessibilityLabel", "imageTitle",
    "imageSubtitle",
]
# Heads that a request may have although no operation names them.
HEADS = [
    "Accept-Language", "If-None-Match", "Participant", "Last-Event-ID", "Range", "Accept", "Accept-Encoding", "Cookie",
    "Authorization", "Idempotency-Key", "X-Forwarded-For", "traceparent", "X-Request-ID", "Expect", "X-Anything",
]
LANGUAGES = ["en", "de-DE", "pl", "ar", "en-GB,en;q=0.8,de;q=0.5", "*"]


class Device:
    """Somebody's phone: a credential, what it calls people, and what answers have told it, by names of members."""

    def __init__(self, local, remotes):
        self.credential, self.local, self.remotes = None, local, remotes
        self.learned, self.view = {}, {}

    @property
    def conversation(self):
        return {"local": self.local, "remotes": self.remotes}

    def learn(self, value):
        """Keeps the members of an answer, so that later requests can name them."""
        if isinstance(value, dict):
            for name, member in value.items():
                if isinstance(member, (str, int)) and not isinstance(member, bool):
                    self.learned.setdefault(name, []).append(str(member))
                self.learn(member)
            if "legalMoves" in value:
                self.view = value
        elif isinstance(value, list):
            for member in value[:20]:
                self.learn(member)


class Case:
    """`changes`: whether some of its requests are changed, or all are valid."""

    def __init__(self, seed, number, document, games, service, changes=True):
        self.seed, self.name, self.changes = seed, f"{seed}/{number}", changes
        self.document, self.service = document, service
        self.game = games[number % len(games)]
        self.chance = random.Random(self.name)
        self.words = [self.game["example"] or "a1", self.game["game"]]
        self.words += re.findall(r"\b\w+\b", self.game["notation"] or "")
        count = 2 if self.game["seats"]["to"] == 2 else self.chance.choice([2, 3])
        self.devices = [self.device(count) for _ in range(count)]

    def device(self, people):
        """A device in a conversation of so many people, which has UUIDs of its own for all of them."""
        local, *remotes = (str(uuid.UUID(int=self.chance.getrandbits(128), version=4)).upper() for _ in range(people))
        return Device(local, remotes)

    # Requests

    def known(self, device, reads):
        """A function that tells a device's value for a parameter or member by its name; None where it knows none.

        `reads`: whether the request reads, so that any revision will do, or acts at the newest one."""
        def value(name, description):
            chance, learned = self.chance, device.learned
            match name:
                case "conversation":
                    return device.conversation
                case "Participant" | "local":
                    return device.local
                case "sender":
                    return chance.choice([device.local, device.remotes[0], None])
                case "Idempotency-Key":
                    # No other request has it, in whichever run.
                    return str(uuid.uuid4())
                case "game":
                    return self.game["game"]
                case "options":
                    return self.options()
                case "move":
                    return self.move(device)
                case "locale" | "Accept-Language":
                    return chance.choice(LANGUAGES)
                case "nickname":
                    return chance.choice(["Amber", "Ben", "Ἀριάδνη", None])
                case "wait":
                    return 0
                case "revision" if reads:
                    return chance.randint(1, device.view.get("revision", 1) or 1)
                case "revision":
                    return device.view.get("revision", 1) if chance.random() < 0.9 else chance.randint(0, 3)
                case "code":
                    codes = [code for one in self.devices for code in one.learned.get("code", [])]
                    return chance.choice(codes) if codes else None
                case "seat":
                    return chance.choice([None] * 8 + [0, 1])
                case "If-None-Match":
                    return learned.get("ETag", ["*"])[-1]
            return chance.choice(learned[name][-3:]) if name in learned else None
        return value

    def options(self):
        """Options of the game: their defaults, or a word that their description has."""
        options = {"seats": self.chance.choice([self.game["seats"]["from"], len(self.devices)])}
        for option in self.game["options"]:
            words = re.findall(r"[\w#/]+", option["description"] or "") or [""]
            kinds = {"number": self.chance.randint(1, 10), "flag": True, "list": ["#102030"],
                     "text": self.chance.choice(words)}
            if self.chance.random() < 0.6:
                options[option["name"]] = kinds.get(option["kind"])
        return options

    def move(self, device):
        """A move: a legal one if they are listed, else one like the game's example."""
        moves = device.view.get("legalMoves") or [self.game["example"]]
        move = self.chance.choice(moves)
        if not isinstance(move, dict):
            return move
        state = {"a": {"b": {"c": [1, "d"]}}, "turns": self.chance.randint(1, 9)}
        if self.chance.random() < 0.15:
            return {"roll": [6, 20]}
        move = {"patch": state} if self.chance.random() < 0.6 else {"state": state}
        extra = {"private": {"0": state}, "next": [0, 1], "outcome": {"winners": [0], "scores": [1, 2]},
                 "texts": {name: "{mover} did it" for name in self.chance.sample(TEXTS, 2)},
                 "mediaURL": "https://a.example/b"}
        return move | {name: value for name, value in extra.items() if self.chance.random() < 0.15}

    def request(self, operation, device):
        """A valid request, with the device's credential where one is needed."""
        request = operation.request(self.chance, self.known(device, operation.body is None))
        if not operation.is_public and device.credential:
            request.head.append(("Authorization", f"Bearer {device.credential}"))
        return request

    def mutate(self, request):
        """Changes one part of a request, most often its body."""
        grammar = Grammar(self.chance, self.words)
        parts = ["head", "query"] + (["path"] if request.path else []) + (["body"] * 12 if request.has_body else [])
        match self.chance.choice(parts):
            case "body":
                request.body = grammar.mutated(request.body, grammar.size(), self.document.free)
            case "head":
                name = self.chance.choice(HEADS)
                request.head = [pair for pair in request.head if pair[0] != name]
                request.head.append((name, grammar.text(grammar.size(14))))
            case "query":
                names = [one["name"] for one in request.operation.parameters if one["in"] == "query"] or ["any"]
                value = grammar.number(4) if self.chance.random() < 0.3 else grammar.text(grammar.size(14))
                request.query = request.query + [(self.chance.choice(names), value)]
            case "path":
                name = self.chance.choice(list(request.path))
                request.path = request.path | {name: grammar.text(grammar.size(13), start=request.path[name])}

    # Answers

    def ask(self, request, device):
        """Sends a request, learns from the answer, and returns it with its cost."""
        operation = request.operation
        glances = operation.streams or any(name == "wait" for name, _ in request.query)
        answer, cost = self.service.ask(request.data(), glances)
        if 200 <= answer.status < 300 and not operation.is_public:
            if "etag" in answer.head:
                device.learned.setdefault("ETag", []).append(answer.head["etag"])
            if answer.head.get("content-type", "").startswith("application/json"):
                device.learn(json.loads(answer.body))
        return answer, cost

    def steps(self):
        """Plays, and yields each request with the device that is to send it; the answer is sent in."""
        create, session = self.document.operation("createPlayer"), self.document.operation("createSession")
        for device in self.devices:
            answer = yield self.request(create, device), device
            if answer.status != 201:
                return
            device.credential = json.loads(answer.body)["token"]
        first, *others = self.devices
        for _ in range(5):
            answer = yield self.request(session, first), first
            if answer.status == 201:
                break
        for device in others:
            device.learned = {name: values[:] for name, values in first.learned.items() if name in ("id", "token")}
            opened = self.request(self.document.operation("openMessage"), device)
            opened.body = {"conversation": device.conversation, "sender": device.remotes[0]}
            yield opened, device
            yield self.request(self.document.operation("takeSeat"), device), device
        for step in range(STEPS):
            # NB: what one step draws shifts no other, so that a case goes the same way again.
            self.chance = random.Random(f"{self.name}/{step}")
            yield from self.step()
        if self.chance.random() < 0.2:
            yield from self.deletions()

    def step(self):
        """One request, changed or not, and then those that read what came of it."""
        weights = [12 if self.document.is_open(one) else 3 if one.body else 0.05 if one.method == "DELETE" else 1
                   for one in self.document.operations]
        operation = self.chance.choices(self.document.operations, weights)[0]
        device = self.chance.choice(self.devices)
        if operation.id == "makeTurn":
            device = yield from self.to_act()
        request = self.request(operation, device)
        if self.changes and self.chance.random() < 0.75:
            self.mutate(request)
        answer = yield request, device
        moved = operation.id == "makeTurn"
        if 200 <= answer.status < 300 and operation.method == "POST" and (moved or self.chance.random() < 0.25):
            yield from self.readings(device)
            if moved and self.chance.random() < (0.5 if len(write(request.body)) > LARGE else 0.1):
                yield from self.again(request)
                yield from self.readings(device)

    def to_act(self):
        """Looks at the session, and tells who is to act."""
        view = self.document.operation("getSession")
        for device in self.devices:
            if "id" in device.learned:
                request = self.request(view, device)
                request.path = {"id": device.view.get("id", device.learned["id"][-1])}
                request.query, request.head = [], [("Authorization", f"Bearer {device.credential}")]
                yield request, device
            if device.view.get("you") in device.view.get("toAct", []) and self.chance.random() < 0.9:
                return device
        return self.chance.choice(self.devices)

    def readings(self, device):
        """All that can be read of a session or message that an answer told of, by its author and by anybody."""
        for operation in self.document.operations:
            if operation.method == "GET" and operation.needs and operation.needs <= set(device.learned):
                request = self.request(operation, device)
                request.path = {name: device.learned[name][-1] for name in operation.needs}
                yield request, device

    def deletions(self):
        """All that can be deleted, now that there is something."""
        for operation in self.document.operations:
            for device in self.devices:
                if operation.method == "DELETE" and operation.needs <= set(device.learned):
                    yield self.request(operation, device), device

    def again(self, request):
        """A long game: many moves one after the other, each of them this one if the game has no list of legal ones."""
        for _ in range(2 ** self.chance.randint(1, 8)):
            device = yield from self.to_act()
            fresh = self.request(request.operation, device)
            fresh.path = {"id": device.view.get("id", "")}
            if not device.view.get("legalMoves") and isinstance(request.body, dict):
                fresh.body = request.body | {"conversation": device.conversation}
            fresh.body |= {"revision": device.view.get("revision", 1), "send": "now"}
            answer = yield fresh, device
            if answer.status >= 300:
                return


def repeated(request, device):
    """The request once more, with a key of its own and at the revision that there is now."""
    head = [(name, str(uuid.uuid4()) if name == "Idempotency-Key" and not isinstance(value, Text) else value)
            for name, value in request.head]
    body = request.body
    if isinstance(body, dict) and isinstance(body.get("revision"), int) and "revision" in device.view:
        body = body | {"revision": device.view["revision"]}
    return Request(request.operation, request.path, request.query, head, body, request.has_body)
