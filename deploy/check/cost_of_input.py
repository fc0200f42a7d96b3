"""Runs the cases of deploy/check/cost-of-input, which calls this.

    cost_of_input.py PORT PROCESS-OF-POSTGRESQL LOG COMMAND…
"""
import json
import os
import signal
import sys
import time

import yaml

from cost_of_input_case import Case
from cost_of_input_document import Document
from cost_of_input_findings import LIMITS, Findings, Sent
from cost_of_input_service import Service

# A service that has grown by so many megabytes is started anew, as new growth would fit into what it no longer needs.
GROWN = 96


class Run:
    def __init__(self, service, seed):
        self.service, self.seed = service, seed
        self.document = Document(yaml.safe_load(self.get("/openapi.yaml")))
        games = sorted(json.loads(self.get("/v1/games"))["games"], key=lambda game: game["game"])
        self.names = [game["game"] for game in games]
        # A game whose moves have members of their own has more to try.
        self.games = [game for game in games for _ in range(6 if isinstance(game["example"], dict) else 1)]
        self.findings = Findings(service, self.play, self.renew)
        self.seen, self.sent, self.cases = {}, 0, 0
        self.warm_up()
        if not (service.cpu() and service.database_cpu() and self.fresh):
            sys.exit("error: the cost of the service or of PostgreSQL can't be read")
        service.measure_idle()

    def get(self, path):
        return self.service.exchange(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()).body

    def renew(self):
        self.service.restart()
        self.warm_up()

    def warm_up(self):
        """Lets the service load what it loads once, by a case in which no request is changed."""
        for _ in self.play(0, changes=False):
            pass
        self.fresh = self.service.memory("VmRSS")

    def play(self, number, changes=True):
        """Sends the requests of a case, and yields each with its answer and cost."""
        case = Case(self.seed, number, self.document, self.games, self.service, changes)
        steps, answer, index = case.steps(), None, 0
        while True:
            try:
                request, device = steps.send(answer)
            except StopIteration:
                return
            answer, cost = case.ask(request, device)
            yield Sent(number, index, case, request, device, answer, cost)
            index += 1

    def one_case(self, number, tells=False):
        """Plays a case, and looks into each request that cost too much, also by work that went on after its answer."""
        before, starts = None, self.service.starts
        for sent in self.play(number):
            self.note(sent)
            if tells:
                print(f"{sent.index:4} {sent.answer.status} {sent.cost.cpu:7.1f} ms {sent.cost.database:7.1f} ms "
                      f"{sent.cost.memory:6.1f} MB  {sent.request.tell()[:300]}")
            if before:
                self.findings.look_back_at(before)
            self.findings.look_at(sent)
            before = sent
        self.cases += 1
        if starts == self.service.starts and self.service.memory("VmRSS") > self.fresh + GROWN:
            self.renew()

    def note(self, sent):
        self.sent += 1
        seen = self.seen.setdefault(sent.request.operation.id, dict.fromkeys(LIMITS, (0, 0)) | {"all": 0, "good": 0})
        seen["all"] += 1
        seen["good"] += 200 <= sent.answer.status < 300
        for kind in LIMITS:
            seen[kind] = max(seen[kind], (getattr(sent.cost, kind), sent.number))

    def summary(self):
        """How often each operation was asked, and the most that it took, with the number of the case."""
        print("operation           requests    2xx     ms of CPU in case        MB in case ms of PostgreSQL in case")
        for name, seen in sorted(self.seen.items()):
            kinds = (seen[kind] for kind in ("cpu", "memory", "database"))
            most = "".join(f"{amount:12.1f} {number:7}" for amount, number in kinds)
            print(f"{name:18} {seen['all']:9} {seen['good']:6}{most}")
        print(f"{self.sent} requests in {self.cases} cases, {self.service.starts} starts of the service, "
              f"{self.findings.unconfirmed} suspicions not confirmed")


def main(port, database, log, *command):
    seed, case, seconds = os.environ["SEED"], os.environ["CASE"], float(os.environ["SECONDS_IN_ALL"])
    print(f"cost-of-input: SEED={seed}", flush=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    service = Service(int(port), int(database), log, command)
    try:
        run = Run(service, seed)
        print(f"{len(run.document.operations)} operations, {len(run.names)} games", flush=True)
        if case:
            run.one_case(int(case), tells=True)
        until, number = time.monotonic() + (0 if case else seconds), 1
        while time.monotonic() < until:
            run.one_case(number)
            number += 1
        run.summary()
    finally:
        service.stop()
    if run.findings.count:
        sys.exit(f"error: {run.findings.count} findings, of which the first ones of each kind are above")
    print(f"cost-of-input: none of {run.sent:,} requests in {len(run.names)} games cost too much")


main(*sys.argv[1:])
