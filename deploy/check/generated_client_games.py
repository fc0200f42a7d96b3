"""Plays whole games with the client that deploy/check/generated-client has generated, and with nothing else."""

import sys
import uuid
from http import HTTPStatus

import attrs
from roundtable_client import AuthenticatedClient, Client
from roundtable_client.api.games import list_games
from roundtable_client.api.messages import message_cancelled, message_sent, open_message
from roundtable_client.api.pages import get_page, get_picture
from roundtable_client.api.players import create_player, get_player, link, list_sessions, make_link_code
from roundtable_client.api.sessions import (
    act, compose_message, create_session, get_session, list_events, make_turn, take_seat)
from roundtable_client.models import (
    ActionRequest, CancelRequest, Conversation, ErrorCode, EventKind, FreshMessageRequest, LinkRequest, MessageStatus,
    NewPlayerRequest, NewSession, OpenRequest, Options, OutcomeKind, Problem, SeatRequest, SeatState, Send, SentRequest,
    SessionProblem, SessionState, Turn)

# Objects that may have members the document does not name.
OPEN = (Options,)


def expect(what, seen, expected):
    if seen != expected:
        sys.exit(f"error: {what}: expected {expected!r}, got {seen!r}")


def expect_documented(value, place):
    """Fails if the service has sent a member that the document does not name."""
    if attrs.has(type(value)):
        extra = {} if isinstance(value, OPEN) else value.additional_properties
        expect(f"undocumented members of {place}", extra, {})
        for field in attrs.fields(type(value)):
            if field.name != "additional_properties":
                expect_documented(getattr(value, field.name), f"{place}.{field.name}")
    elif isinstance(value, list):
        for element in value:
            expect_documented(element, f"{place}[]")


def answer(operation, status, *path, **arguments):
    """The typed answer to a request, which must have that status."""
    name = operation.__name__.rpartition(".")[2]
    response = operation.sync_detailed(*path, **arguments)
    if response.status_code != status:
        sys.exit(f"error: {name}: expected {status}, got {response.status_code}: {response.content.decode()}")
    expect(f"the answer of {name} is of a documented type", response.parsed is not None, True)
    expect_documented(response.parsed, type(response.parsed).__name__)
    return response.parsed


class Phone:
    """A person with an app, who calls everybody by UUIDs that only this phone knows."""

    def __init__(self, base, name, friends):
        self.name, self.names = name, {friend: uuid.uuid4() for friend in friends}
        self.base = base
        self.made = answer(create_player, HTTPStatus.CREATED, client=Client(base), body=NewPlayerRequest())
        self.client = self.authenticated(self.made.token)

    def authenticated(self, token):
        return AuthenticatedClient(self.base, token, raise_on_unexpected_status=True)

    @property
    def conversation(self):
        return Conversation(self.names[self.name], [name for friend, name in self.names.items() if friend != self.name])

    @property
    def keyed(self):
        return {"client": self.client, "idempotency_key": str(uuid.uuid4())}

    def begin(self, game, **words):
        body = NewSession(game, self.conversation, nickname=self.name, locale="en", **words)
        return answer(create_session, HTTPStatus.CREATED, body=body, **self.keyed)

    def play(self, session, revision, move, status=HTTPStatus.CREATED, send=Send.DRAFT):
        body = Turn(revision, move, self.conversation, nickname=self.name, locale="en", send=send)
        return answer(make_turn, status, session, body=body, **self.keyed)

    def sent(self, turn):
        body = SentRequest(self.conversation)
        return answer(message_sent, HTTPStatus.OK, turn.message.token, client=self.client, body=body)

    def open(self, turn, sender):
        """Taps the bubble of a turn, which this phone says came from that friend."""
        body = OpenRequest(self.conversation, self.names[sender.name])
        return answer(open_message, HTTPStatus.OK, turn.message.token, client=self.client, body=body)

    def view(self, session):
        # NB: the generator promises to take a UUID for this header, and can't write it.
        local = str(self.names[self.name])
        return answer(get_session, HTTPStatus.OK, session, client=self.client, participant=local)

    def says(self, friend, words):
        """A text of a message that this phone is about to send."""
        return f"${str(self.names[friend.name]).upper()} {words}"


def expect_refused(what, problem, kind, code, revision=None):
    expect(what, (type(problem), problem.code), (kind, code))
    if revision is not None:
        expect(f"{what}: the revision", problem.revision, revision)


def play_chess(base):
    """The fool's mate, with drafts that are sent, cancelled, and proven by a sighting, and with a late move."""
    friends = ["Amber", "Ben"]
    amber, ben = (Phone(base, name, friends) for name in friends)
    begun = amber.begin("chess", move="f2f3")
    session = begun.session.id
    expect("an opening waits for its message", (begun.draft, begun.session.state), (True, SessionState.DRAFT))
    expect("who moved, in the message", begun.message.summary_text.startswith(amber.says(amber, "")), True)
    expect("the opening is sent", amber.sent(begun).status, MessageStatus.LATEST)

    opened = ben.open(begun, amber)
    expect("the tapped bubble", (opened.tapped.status, opened.tapped.revision), (MessageStatus.LATEST, 1))
    expect("what Ben's phone calls Amber", opened.session.seats[0].participant, str(ben.names["Amber"]).upper())
    expect("an open seat", opened.session.seats[1].state, SeatState.OPEN)
    expect("a move is listed", "e7e5" in opened.session.legal_moves, True)

    regretted = ben.play(session, 1, "a7a6")
    cancel = CancelRequest(ben.conversation, reason="deleted by the user")
    cancelled = answer(message_cancelled, HTTPStatus.OK, regretted.message.token, client=ben.client, body=cancel)
    expect("a cancelled draft", (cancelled.session.revision, cancelled.session.draft), (1, None))
    reply = ben.play(session, 1, "e7e5")
    expect("a draft changes nothing yet", (reply.draft, reply.session.revision), (True, 1))
    proven = amber.open(reply, ben)
    expect("a sighting is proof", (proven.session.revision, proven.session.to_act), (2, [0]))

    expect("sent", amber.sent(amber.play(session, 2, "g2g4")).revision, 3)
    late = ben.play(session, 2, "d8h4", HTTPStatus.CONFLICT)
    expect_refused("a move against an old revision", late, SessionProblem, ErrorCode.STALE_REVISION, 3)
    wrong = ben.play(session, 3, "e8e6", HTTPStatus.UNPROCESSABLE_ENTITY)
    expect_refused("a move against the rules", wrong, Problem, ErrorCode.ILLEGAL_MOVE, 3)
    mate = ben.play(session, 3, "d8h4")
    expect("mate", ben.sent(mate).status, MessageStatus.LATEST)

    for phone in amber, ben:
        view = phone.view(session)
        expect("the end", (view.state, view.to_act), (SessionState.FINISHED, []))
        expect("the outcome", (view.outcome.kind, view.outcome.winners), (OutcomeKind.WON, [1]))
    over = amber.play(session, 4, "a2a3", HTTPStatus.CONFLICT)
    expect_refused("a move after the end", over, SessionProblem, ErrorCode.SESSION_OVER, 4)
    expect_kept(amber, session, mate)


def expect_kept(phone, session, last):
    """What is kept of a game of chess: its events, the player's list, its page and picture."""
    events = answer(list_events, HTTPStatus.OK, session, client=phone.client).events
    expect("the moves", [event.move for event in events], ["f2f3", "e7e5", "g2g4", "d8h4"])
    expect("the first and the last event", (events[0].kind, events[-1].outcome.winners), (EventKind.OPENED, [1]))
    mine = answer(list_sessions, HTTPStatus.OK, client=phone.client, state=SessionState.FINISHED, your_turn=False)
    expect("the finished game is listed", [each.id for each in mine.sessions], [session])
    page = answer(get_page, HTTPStatus.OK, last.message.token, client=Client(phone.base))
    expect("the page of the message", page.startswith("<!"), True)
    picture = get_picture.sync_detailed(last.message.token, client=Client(phone.base))
    expect("the picture", (picture.status_code, picture.content[:4]), (HTTPStatus.OK, b"\x89PNG"))


def play_ice_cream(base):
    """An ice cream of three people's, two of whom answer at once."""
    friends = ["Amber", "Ben", "Chris"]
    amber, ben, chris = (Phone(base, name, friends) for name in friends)
    begun = amber.begin("ice-cream", options=Options(seats=3), move="Base=base01", send=Send.NOW)
    session = begun.session.id
    expect("sent at once", (begun.draft, begun.session.revision, len(begun.session.seats)), (False, 1, 3))
    for phone in ben, chris:
        expect("seen", phone.open(begun, amber).tapped.status, MessageStatus.LATEST)

    stranger = get_session.sync_detailed(session, client=Phone(base, "Dora", ["Dora"]).client)
    expect("a stranger is told nothing", (stranger.status_code, stranger.parsed.code), (404, ErrorCode.NOT_FOUND))
    body = SeatRequest(chris.conversation, nickname="Chris", send=Send.NOW)
    joined = answer(take_seat, HTTPStatus.CREATED, session, body=body, **chris.keyed)
    expect("Chris has a seat", joined.session.you, 1)
    scoops = ben.play(session, joined.session.revision, "Scoops=scoops05", send=Send.NOW)
    toppings = [phone.play(session, scoops.session.revision, f"Topping=topping0{number}")
                for number, phone in enumerate((amber, chris), start=1)]
    for phone, turn in zip((amber, chris), toppings):
        expect("both answers count", phone.sent(turn).status, MessageStatus.LATEST)
    ben.open(toppings[0], amber)
    body = FreshMessageRequest(ben.conversation)
    fresh = answer(compose_message, HTTPStatus.CREATED, session, body=body, **ben.keyed)
    expect("a fresh message is the session's", fresh.message.session, session)

    view = amber.view(session)
    over = amber.play(session, view.revision, "finish", send=Send.NOW)
    expect("the ice cream", over.session.board["query"],
           "Base=base01&Scoops=scoops05&Topping=topping01&Topping=topping02")
    expect("complete", (over.session.outcome.kind, over.session.state), (OutcomeKind.COMPLETED, SessionState.FINISHED))


def play_on_two_phones(base):
    """Somebody goes on with a new phone, and gives up there."""
    amber, newer = (Phone(base, "Amber", ["Amber", "Ben"]) for _ in range(2))
    session = amber.begin("tic-tac-toe", move="b2", send=Send.NOW).session.id
    code = answer(make_link_code, HTTPStatus.CREATED, client=amber.client).code
    expect("linked", answer(link, HTTPStatus.OK, client=newer.client, body=LinkRequest(code)).player, amber.made.player)
    expect("one player", answer(get_player, HTTPStatus.OK, client=newer.client).player, amber.made.player)
    body = ActionRequest("leave", newer.view(session).revision, newer.conversation, send=Send.NOW)
    left = answer(act, HTTPStatus.CREATED, session, body=body, **newer.keyed)
    expect("left", left.session.seats[0].state, SeatState.GONE)


def main(base):
    games = answer(list_games, HTTPStatus.OK, client=Client(base)).games
    expect("games that are played here", {"chess", "ice-cream", "tic-tac-toe"} - {each.game for each in games}, set())
    nobody = get_player.sync_detailed(client=AuthenticatedClient(base, "rt_wrong"))
    expect_refused("a wrong credential", nobody.parsed, Problem, ErrorCode.UNAUTHENTICATED)
    for play in play_chess, play_ice_cream, play_on_two_phones:
        play(base)
        print(f"{play.__name__.replace('_', ' ')}: {play.__doc__}")


main(sys.argv[1])
