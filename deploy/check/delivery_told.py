"""Compares what a backend was told, as delivery_receiver.py has noted it, with what was to be told.

usage: delivery_told.py RECORD EXPECTED KILLED <EVENTS

RECORD: a line of JSON for each request. EXPECTED: a line of JSON for each session: the notices of it, in order.
KILLED: when an instance was killed, in seconds since 1970. EVENTS: the table of that name, a line each: session,
revision, kind, seat, player.
"""

import json
import sys
from collections import Counter, defaultdict


def expect(what, seen, expected):
    if seen != expected:
        sys.exit(f"error: {what}: expected {expected!r}, got {seen!r}")


def lines(path):
    with open(path) as file:
        return [json.loads(line) for line in file]


def expect_pauses(requests, killed):
    """Fails if two requests of a session were on their way at the same time, or one was repeated too soon. What was on
    its way when an instance was killed may be repeated at any time."""
    by_session, by_id = defaultdict(list), defaultdict(list)
    for request in sorted(requests, key=lambda request: request["begun"]):
        by_session[request["session"]].append(request)
        by_id[request["id"]].append(request)
    for session in by_session.values():
        for one, next in zip(session, session[1:]):
            # The service stops waiting after 15 seconds.
            if next["begun"] < min(one["ended"], one["begun"] + 15) and not one["begun"] < killed < one["ended"]:
                sys.exit(f"error: at the same time: {one} and {next}")
    for attempts in by_id.values():
        expect("the sessions of a message", len({attempt["session"] for attempt in attempts}), 1)
        for one, next in zip(attempts, attempts[1:]):
            # NB: libcurl itself repeats a request at once if a connection that it used before turns out to be closed.
            if one["way"].startswith("closed") or one["begun"] < killed < one["ended"]:
                continue
            pause = 6.9 if one["way"] == "429 after 7" else 3.9
            if next["begun"] - min(one["ended"], one["begun"] + 15) < pause:
                sys.exit(f"error: repeated within {pause} seconds: {one} and {next}")


def main(record, expected_path, killed):
    requests, problems = [], []
    for line in lines(record):
        (problems if "problem" in line else requests).append(line)
    expect("requests that were no notices", problems[:3], [])
    expect_pauses(requests, float(killed))

    accepted = sorted((request for request in requests if request["accepted"]), key=lambda request: request["ended"])
    first = {}
    for request in accepted:
        first.setdefault(request["id"], request)
    told = defaultdict(list)
    for message in first.values():
        told[message["session"]].append([message[name] for name in ("revision", "type", "seat", "player")])
    expected = {line["session"]: line["notices"] for line in lines(expected_path)}
    for session, notices in expected.items():
        if told[session] != notices:
            for request in sorted(requests, key=lambda request: request["begun"]):
                if request["session"] == session:
                    print(*(request[name] for name in ("begun", "ended", "way", "id", "revision", "type", "seat")))
            sys.exit(f"error: session {session}: expected {notices}, got {told[session]}")
    expect("sessions that nobody has played", sorted(set(told) - set(expected)), [])

    # Each event that is stored was told once, whatever the players know of it.
    stored = Counter()
    for line in sys.stdin:
        session, revision, kind, seat, player = line.rstrip("\n").split("|")
        stored[session, int(revision), kind, seat, player] += 1
    of_events = Counter(
        tuple("" if message[name] is None else message[name] if name == "revision" else str(message[name])
              for name in ("session", "revision", "kind", "seat", "player"))
        for message in first.values() if message["type"] in ("session.opened", "turn.committed"))
    expect("events that were not told", sorted((stored - of_events).elements())[:3], [])
    expect("what was told and is no event", sorted((of_events - stored).elements())[:3], [])

    ways = Counter(request["way"] for request in requests if request["way"] != "none")
    share = ways.total() / len(requests)
    # Five times the standard deviation of chance.
    if abs(share - 1 / 3) > 5 * (2 / 9 / len(requests)) ** 0.5:
        sys.exit(f"error: {share:.1%} of the requests failed, which is no third")
    most = max(Counter(request["id"] for request in requests).values())
    print(f"{len(requests)} requests, of which {ways.total()} failed ({share:.1%}), {most} for one message at most:",
          ", ".join(f"{count} {way}" for way, count in ways.most_common()))
    print(f"{stored.total()} events of {len(expected)} sessions were told in {len(first)} messages, none lost, each"
          f" session in order; {len(accepted) - len(first)} messages came again")


main(*sys.argv[1:])
