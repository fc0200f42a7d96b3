"""Plays open games with a large state on many connections until a time, and says what was refused or lost.

usage: pauses.py PORT CONNECTIONS SECONDS

A large state keeps the rules busy, so that a pause of the service falls into their work. Every turn must be accepted; at
the end each session must stand where the last answer said.
"""

import asyncio
import collections
import json
import sys
import time
import uuid

CELLS = list(range(100_000, 105_000))


class Connection:
    """A connection that stays open, and asks one thing after the other."""

    def __init__(self, port):
        self.port = port
        self.token = None

    async def open(self):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)

    async def ask(self, method, path, body=None):
        """The status and the body of the answer to a request."""
        sent = b"" if body is None else json.dumps(body).encode()
        head = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Content-Type: application/json"]
        head += [f"Content-Length: {len(sent)}", f"Idempotency-Key: {uuid.uuid4()}"]
        if self.token:
            head.append(f"Authorization: Bearer {self.token}")
        self.writer.write("\r\n".join(head).encode() + b"\r\n\r\n" + sent)
        status = int((await self.reader.readline()).split()[1])
        length = 0
        while (line := await self.reader.readline()).strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        return status, json.loads(await self.reader.readexactly(length) or b"null")


async def play(port, end, refusals):
    """Plays one session; the number of turns, and of those that were acknowledged and are not there."""
    connection = Connection(port)
    await connection.open()
    conversation = {"local": str(uuid.uuid4()).upper(), "remotes": [str(uuid.uuid4()).upper()]}
    _, player = await connection.ask("POST", "/v1/players", {})
    connection.token = player["token"]
    begin = {"game": "open", "seats": 2, "options": {"order": "anyone"}, "send": "now", "conversation": conversation}
    status, answer = await connection.ask("POST", "/v1/sessions", begin)
    if status != 201:
        raise SystemExit(f"error: no session could be begun: {status} {answer}")
    session, revision, number = answer["session"]["id"], answer["session"]["revision"], 0
    while time.monotonic() < end:
        move = {"state": {"number": number + 1, "cells": CELLS}}
        body = {"revision": revision, "move": move, "send": "now", "conversation": conversation}
        status, answer = await connection.ask("POST", f"/v1/sessions/{session}/turns", body)
        if status == 201:
            revision, number = answer["session"]["revision"], number + 1
        else:
            refusals[f"{status} {answer.get('code')}: {answer.get('detail')}"] += 1
            await asyncio.sleep(0.1)
    status, answer = await connection.ask("GET", f"/v1/sessions/{session}")
    connection.writer.close()
    if status != 200:
        refusals[f"{status} {answer.get('code')}: {answer.get('detail')}"] += 1
        return number, 0
    return number, number - answer["board"]["state"]["number"] if number else 0


async def main(port, connections, seconds):
    refusals = collections.Counter()
    end = time.monotonic() + seconds
    played = await asyncio.gather(*(play(port, end, refusals) for _ in range(connections)))
    turns, lost = (sum(counts) for counts in zip(*played))
    print(f"{turns} turns of open games, {sum(refusals.values())} requests refused, {lost} turns lost")
    for refusal, count in refusals.most_common(10):
        print(f"  {count} times {refusal}")
    return 1 if refusals or lost or not turns else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(*map(int, sys.argv[1:4]))))
