"""What a request may cost, and what is done about one that costs more: confirm it, make it smaller, tell it."""
import dataclasses
import os
import time

from cost_of_input_case import Case, repeated
from cost_of_input_grammar import smaller, write

LIMITS = {
    "cpu": float(os.environ["CPU_MS"]),
    "late": float(os.environ["CPU_MS"]),
    "memory": float(os.environ["MEMORY_MB"]),
    "database": float(os.environ["DATABASE_MS"]),
}
PICTURE = float(os.environ["PICTURE_MS"])
UNITS = {
    "cpu": "ms of CPU",
    "late": "ms of CPU after its answer",
    "memory": "MB",
    "database": "ms of PostgreSQL's CPU",
}
# How many seconds one finding may take to be made smaller.
SHRINKING = 10
# How many findings of one operation, kind and status are looked into.
ALIKE = 2


def limit(kind, request):
    """The most that a request may cost. To draw a picture takes what its size takes, whatever the input is."""
    return PICTURE if kind in ("cpu", "late") and request.operation.draws else LIMITS[kind]


@dataclasses.dataclass
class Sent:
    """A request that was sent, from which device, as which one of which case, and what came of it."""
    number: int
    index: int
    case: Case
    request: object
    device: object
    answer: object
    cost: object

    def tell(self):
        size = f"body of {len(write(self.request.body)):,} characters" if self.request.has_body else "no body"
        return f"status {self.answer.status}, {size}\n    {self.request.tell()[:1500]}\n" \
               f"    SEED={self.case.seed} CASE={self.number}, request {self.index}"


class Findings:
    """Those that are confirmed. `play` sends the requests of a case with a number; `renew` starts the service anew."""

    def __init__(self, service, play, renew):
        self.service, self.play, self.renew = service, play, renew
        self.count, self.unconfirmed, self.alike = 0, 0, {}

    def look_at(self, sent):
        """Looks into a request that was sent. Costs need to be confirmed; other faults are findings at once."""
        if self.service.has_ended:
            self.add("restart", sent, f"the service ended with {self.service.process.returncode}", self.service.said())
            self.renew()
            return
        if sent.answer.status >= 500:
            self.add("status", sent, "an error of the service's", sent.answer.body[:500].decode("utf-8", "replace"))
        if sent.answer.is_silent:
            self.add("silence", sent, "no answer")
        for kind in ("cpu", "memory", "database"):
            self.compare(kind, sent)

    def look_back_at(self, sent):
        """Looks into what went on after an answer, once the next request begins."""
        self.compare("late", sent)

    def compare(self, kind, sent):
        place = (kind, sent.request.operation.id, sent.answer.status)
        if getattr(sent.cost, kind) > limit(kind, sent.request) and self.alike.get(place, 0) < ALIKE:
            self.confirm(kind, sent)

    def add(self, kind, sent, what, *more):
        """Notes a finding and tells it."""
        self.count += 1
        place = (kind, sent.request.operation.id, sent.answer.status)
        self.alike[place] = self.alike.get(place, 0) + 1
        if self.alike[place] > ALIKE:
            return
        told = f"{sent.request.operation.id} in {sent.case.game['game']}: {what}, {sent.tell()}"
        told += "".join(f"\n    {line}" for line in more)
        print(f"found: {told}", flush=True)
        if os.environ["REPORT"]:
            with open(os.environ["REPORT"], "a") as report:
                report.write(f"{told}\n\n")

    def confirm(self, kind, sent):
        """Adds a finding if the request costs too much again: sent twice more, or its case played twice more."""
        most, more = limit(kind, sent.request), []
        is_first = (kind, sent.request.operation.id, sent.answer.status) not in self.alike
        confirmed = self.again(kind, sent, sent.request)
        if confirmed > most:
            if is_first:
                less, cost = self.shrunk(kind, sent, confirmed)
                more = [f"the smallest above the limit, {cost:,.0f} {UNITS[kind]}: {less.tell()[:1500]}"]
        else:
            confirmed = self.replayed(kind, sent)
        if confirmed > most:
            self.add(kind, sent, f"{min(confirmed, getattr(sent.cost, kind)):,.0f} {UNITS[kind]}", *more)
        else:
            self.unconfirmed += 1

    def again(self, kind, sent, request, times=2):
        """The least that a request costs if it is sent again."""
        least = float("inf")
        for _ in range(times):
            if kind == "memory":
                # What the service has allocated before and still holds would hide the growth.
                self.renew()
            _, cost = sent.case.ask(repeated(request, sent.device), sent.device)
            if kind == "late":
                time.sleep(0.3)
            self.service.finish()
            if self.service.has_ended:
                self.renew()
                return 0
            least = min(least, getattr(cost, kind))
            if least <= limit(kind, request):
                break
        return least

    def replayed(self, kind, sent):
        """The least that the same request costs if its whole case is played again, twice."""
        least = float("inf")
        for _ in range(2):
            if kind == "memory":
                self.renew()
            seen = next((one for one in self.play(sent.number) if one.index == sent.index), None)
            if kind == "late":
                time.sleep(0.3)
            self.service.finish()
            if seen is None or self.service.has_ended:
                return 0
            least = min(least, getattr(seen.cost, kind))
        return least

    def shrunk(self, kind, sent, cost):
        """The smallest request found that still costs too much, and what it costs."""
        request, until = sent.request, time.monotonic() + SHRINKING
        shrinks = request.has_body
        while shrinks:
            shrinks = False
            for body in smaller(request.body):
                if time.monotonic() > until:
                    return request, cost
                less = dataclasses.replace(request, body=body)
                taken = self.again(kind, sent, less, times=1)
                if taken > limit(kind, request):
                    request, cost, shrinks = less, taken, True
                    break
        return request, cost
