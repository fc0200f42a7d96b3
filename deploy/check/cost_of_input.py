"""Runs the cases of deploy/check/cost-of-input, which calls this; confirms what costs too much, and makes it small.

    cost_of_input.py PORT PROCESS-OF-POSTGRESQL LOG COMMAND…
"""
import dataclasses
import json
import os
import sys
import time

import yaml

from cost_of_input_case import Case, repeated
from cost_of_input_document import Document
from cost_of_input_grammar import smaller, write
from cost_of_input_service import Service

LIMITS = {"cpu": float(os.environ["CPU_MS"]), "memory": float(os.environ["MEMORY_MB"]), "database": float(os.environ["DATABASE_MS"])}
UNITS = {"cpu": "ms of CPU", "memory": "MB", "database": "ms of PostgreSQL's CPU"}
# How many seconds one finding may take to be made smaller.
SHRINKING = 10
# How many findings of one operation, kind and status are looked into.
ALIKE = 3
# A service that has grown by so many megabytes is started anew, as new growth would fit into what it no longer needs.
GROWN = 96


class Run:
    def __init__(self, service, seed):
        self.service, self.seed = service, seed
        self.document = Document(yaml.safe_load(self.get("/openapi.yaml")))
        games = sorted(json.loads(self.get("/v1/games"))["games"], key=lambda game: game["game"])
        # A game whose moves have members of their own has more to try.
        self.games = [game for game in games for _ in range(3 if isinstance(game["example"], dict) else 1)]
        self.findings, self.asked, self.sent, self.cases, self.unconfirmed = {}, {}, 0, 0, 0
        self.warm_up()

    def get(self, path):
        return self.service.exchange(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode(), False).body

    def case(self, number):
        return Case(self.seed, number, self.document, self.games, self.service)

    def warm_up(self):
        """Lets the service load what it loads once."""
        case = self.case(0)
        case.mutate = lambda request: None
        for _ in self.play(case):
            pass
        self.service.measure_idle()
        self.fresh = self.service.memory("VmRSS")

    def play(self, case):
        """Sends a case's requests and yields each with what it cost."""
        steps, answer, index = case.steps(), None, 0
        while True:
            try:
                request, device = steps.send(answer)
            except StopIteration:
                return
            answer, cost = case.ask(request, device)
            yield index, case, request, device, answer, cost
            index += 1

    # What is too much

    def faults(self, answer, cost):
        """What is wrong, by kind, with a number."""
        if self.service.has_ended:
            return {"restart": self.service.process.returncode}
        faults = {kind: getattr(cost, kind) for kind, most in LIMITS.items() if getattr(cost, kind) > most}
        return faults | ({"status": answer.status} if answer.status >= 500 else {})

    def one_case(self, number, tells=False):
        for index, case, request, device, answer, cost in self.play(self.case(number)):
            self.sent += 1
            self.note(request, answer, cost, number)
            if tells:
                print(f"{index:4} {answer.status} {cost.cpu:7.1f} ms {cost.database:7.1f} ms {cost.memory:6.1f} MB  "
                      f"{request.tell()[:300]}")
            for kind, amount in self.faults(answer, cost).items():
                self.look_into(kind, amount, number, index, case, request, device, answer)
                if self.service.has_ended:
                    self.service.start()
                    return
        self.cases += 1
        if self.service.memory("VmRSS") > self.fresh + GROWN:
            self.service.restart()
            self.warm_up()

    def note(self, request, answer, cost, number):
        seen = self.asked.setdefault(request.operation.id, {"requests": 0, "2xx": 0} | {kind: (0, 0) for kind in LIMITS})
        seen["requests"] += 1
        seen["2xx"] += 200 <= answer.status < 300
        for kind in LIMITS:
            seen[kind] = max(seen[kind], (getattr(cost, kind), number))

    def look_into(self, kind, amount, number, index, case, request, device, answer):
        known = self.findings.setdefault((request.operation.id, kind, answer.status), [])
        if len(known) >= ALIKE:
            return
        if kind in UNITS:
            confirmed = self.again(kind, case, request, device)
            direct = confirmed > LIMITS[kind]
            if not direct:
                confirmed = self.replayed(kind, number, index)
            if confirmed <= LIMITS[kind]:
                self.unconfirmed += 1
                return
            amount = min(amount, confirmed)
            if direct and not known:
                request = self.shrunk(kind, case, request, device)
        what = f"{amount:,.0f} {UNITS[kind]}" if kind in UNITS else f"the service ended: {amount}" if kind == "restart" \
            else f"status {amount}: {answer.body[:300].decode('utf-8', 'replace')}"
        size = len(write(request.body)) if request.has_body else 0
        told = f"{request.operation.id} ({case.game['game']}), {what}, body {size:,} bytes, status {answer.status}\n" \
               f"    {request.tell()[:1500]}\n    SEED={self.seed} CASE={number}, request {index}"
        if kind == "restart":
            told += f"\n{self.service.said()}"
        known.append(told)
        print(f"found: {told}", flush=True)
        if os.environ["REPORT"]:
            with open(os.environ["REPORT"], "a") as report:
                report.write(f"{told}\n\n")

    def again(self, kind, case, request, device, times=2):
        """The least that the request costs if it is sent again."""
        least = float("inf")
        for _ in range(times):
            if kind == "memory":
                self.service.restart()
                self.warm_up()
            _, cost = case.ask(repeated(request, device), device, settle=0.02)
            if self.service.has_ended:
                self.service.start()
                return 0
            least = min(least, getattr(cost, kind))
            if least <= LIMITS[kind]:
                break
        return least

    def replayed(self, kind, number, index):
        """The least that the same request costs if its whole case is played again, twice."""
        least = float("inf")
        for _ in range(2):
            if kind == "memory":
                self.service.restart()
                self.warm_up()
            seen = next((one for one in self.play(self.case(number)) if one[0] == index), None)
            if seen is None or self.service.has_ended:
                return 0
            least = min(least, getattr(seen[-1], kind))
        return least

    def shrunk(self, kind, case, request, device):
        """The smallest request that still costs too much."""
        until = time.monotonic() + SHRINKING
        shrinks = request.has_body
        while shrinks and time.monotonic() < until:
            shrinks = False
            for body in smaller(request.body):
                if time.monotonic() > until:
                    break
                less = dataclasses.replace(request, body=body)
                if self.again(kind, case, less, device, times=1) > LIMITS[kind]:
                    request, shrinks = less, True
                    break
        return request

    def summary(self):
        """How often each operation was asked, and the most that it took, with the number of the case."""
        print("operation           requests    2xx       ms of CPU in case          MB in case   ms of PostgreSQL in case")
        for name, seen in sorted(self.asked.items()):
            most = "".join(f"{amount:14.1f} {number:7}" for amount, number in (seen[kind] for kind in LIMITS))
            print(f"{name:18} {seen['requests']:9} {seen['2xx']:6}{most}")
        print(f"{self.sent} requests in {self.cases} cases, {self.service.starts} starts of the service, "
              f"{self.unconfirmed} suspicions not confirmed")


def main(port, database, log, *command):
    service = Service(int(port), int(database), log, command)
    try:
        seed, case, seconds = os.environ["SEED"], os.environ["CASE"], float(os.environ["SECONDS_IN_ALL"])
        print(f"cost-of-input: SEED={seed}", flush=True)
        run = Run(service, seed)
        games = {game["game"] for game in run.games}
        print(f"{len(run.document.operations)} operations, {len(games)} games", flush=True)
        if case:
            run.one_case(int(case), tells=True)
        else:
            until, number = time.monotonic() + seconds, 1
            while time.monotonic() < until:
                run.one_case(number)
                number += 1
        run.summary()
    finally:
        service.stop()
    count = sum(map(len, run.findings.values()))
    if count:
        sys.exit(f"error: {count} requests cost too much or were answered with an error of the service's; they are above")
    print("cost-of-input: no request cost too much")


main(*sys.argv[1:])
