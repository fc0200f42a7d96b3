"""A database whose connections fall silent, and players who notice.

usage: silence.py proxy PORT SOCKET FILE
       silence.py play PORT FILE

The proxy forwards to a socket. When the file's content changes, connections that are open are never answered again, and new
ones are accepted but not served for a second.
"""

import asyncio
import pathlib
import signal
import sys
import time

from pauses import Connection

PROMOTION = 1.1
"""The time until new connections are served, in seconds."""
ALLOWED = 3
"""The time that players may wait beyond that, in seconds."""
ROUNDS = 4
PLAYERS = 16


async def proxy(port, socket, file):
    epoch = file.read_text() if file.exists() else ""
    served_from = 0.0

    async def forward(reader, writer, begun):
        while data := await reader.read(65536):
            if epoch != begun:
                await asyncio.Event().wait()
            writer.write(data)
        writer.close()

    async def accept(reader, writer):
        await asyncio.sleep(max(0, served_from - time.monotonic()))
        begun = epoch
        server, to_server = await asyncio.open_unix_connection(socket)
        await asyncio.gather(forward(reader, to_server, begun), forward(server, writer, begun))

    await asyncio.start_server(accept, "127.0.0.1", port)
    while True:
        await asyncio.sleep(0.01)
        if file.exists() and file.read_text() != epoch:
            served_from = time.monotonic() + PROMOTION
            epoch = file.read_text()


async def play(port, end, waits):
    """Plays a session of one player, repeating what gets no answer; the turns that are not there though acknowledged."""
    connection = Connection(port)
    await connection.open()
    conversation = {"local": "11111111-1111-4111-8111-111111111111", "remotes": []}
    _, player = await connection.ask("POST", "/v1/players", {})
    connection.token = player["token"]
    begin = {"game": "open", "options": {"order": "anyone", "seats": 1}, "send": "now", "conversation": conversation}
    status, answer = await connection.ask("POST", "/v1/sessions", begin)
    if status != 201:
        raise SystemExit(f"error: no session could be begun: {status} {answer}")
    session, revision, number = answer["session"]["id"], answer["session"]["revision"], 0
    while time.monotonic() < end:
        since = time.monotonic()
        while True:
            body = {"revision": revision, "move": {"state": number + 1}, "send": "now", "conversation": conversation}
            status, answer = await connection.ask("POST", f"/v1/sessions/{session}/turns", body)
            if status == 201:
                revision, number = answer["session"]["revision"], number + 1
                break
            if status not in (409, 503):
                raise SystemExit(f"error: {status} {answer}")
            await asyncio.sleep(0.1)
            status, answer = await connection.ask("GET", f"/v1/sessions/{session}")
            if status == 200:
                revision = answer["revision"]
        waits.append(time.monotonic() - since)
    status, answer = await connection.ask("GET", f"/v1/sessions/{session}")
    connection.writer.close()
    return revision - answer["revision"]


async def ready(port):
    connection = Connection(port)
    await connection.open()
    status, _ = await connection.ask("GET", "/readyz")
    connection.writer.close()
    return status


async def main(port, file):
    waits = []
    end = time.monotonic() + 6 * ROUNDS + 2
    players = asyncio.gather(*(play(port, end, waits) for _ in range(PLAYERS)))
    answers = []
    for number in range(ROUNDS):
        await asyncio.sleep(2)
        file.write_text(str(number))
        await asyncio.sleep(1.6)
        answers.append(await ready(port))
        await asyncio.sleep(2.4)
    lost = sum(max(0, missing) for missing in await players)
    print(f"{len(waits)} turns, the longest wait {max(waits):.1f} s, {lost} lost; /readyz in each silence: {answers}")
    sys.exit(0 if max(waits) < PROMOTION + ALLOWED and lost == 0 else 1)


if __name__ == "__main__":
    if sys.argv[1] == "proxy":
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        asyncio.run(proxy(int(sys.argv[2]), sys.argv[3], pathlib.Path(sys.argv[4])))
    else:
        asyncio.run(main(int(sys.argv[2]), pathlib.Path(sys.argv[3])))
