"""What the rules of each game cost, from what deploy/check/games has counted.

    games_cost.py LOG COUNTS

Prints a table of thousands of instructions, in Markdown. Fails if a game takes more of them for a turn than is allowed.
"""

import pathlib
import re
import sys

# In thousands of instructions: what a view asks of a game, what a message asks of it, and a game of chess of four moves.
LIMITS = {("legal moves", "board"): 600, ("message",): 300, ("perft",): 2.5}


def instructions(file):
    return int(re.search(r"^summary: (\d+)", pathlib.Path(file).read_text(), re.MULTILINE)[1])


def thousands(cost):
    return f"{cost:.{0 if cost >= 10 else 1}f}"


def main():
    log, counts = sys.argv[1:]
    rows = {}
    for number, line in enumerate(re.findall(r"^count\|(.+)", pathlib.Path(log).read_text(), re.MULTILINE), start=1):
        subject, step, times = line.split("|")
        rows.setdefault(subject, {})[step] = instructions(f"{counts}.{2 * number}") / int(times) / 1000
    steps = list(next(iter(rows.values())))
    print("| thousands of instructions | " + " | ".join(steps) + " |")
    print("|" + " --- |" * (len(steps) + 1))
    dear = []
    for subject, costs in rows.items():
        if set(costs) == set(steps):
            print(f"| {subject} | " + " | ".join(thousands(costs[step]) for step in steps) + " |")
        else:
            print(f"\n{subject}: " + ", ".join(f"{step} {cost:.2f}" for step, cost in costs.items()))
        for names, limit in LIMITS.items():
            cost = sum(costs.get(name, 0) for name in names)
            if cost > limit:
                dear.append(f"{subject}: {' and '.join(names)} {cost:.0f} thousand instructions, {limit} are allowed")
    for message in dear:
        print("error: " + message, file=sys.stderr)
    return 1 if dear or not rows else 0


sys.exit(main())
