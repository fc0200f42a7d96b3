"""What the rules of each game cost, from what deploy/check/games has counted.

    games_cost.py LABELS COUNTS

LABELS has a line for each count, `count|SUBJECT|STEP|TIMES`. COUNTS.1, COUNTS.2 … are callgrind's files: every second
one has the count of such a line. Prints a table of thousands of instructions, in Markdown. Fails if a game takes more
of them than a limit, or if counts and lines don't belong together.
"""

import pathlib
import re
import sys

# In thousands of instructions: what a view asks of a game, what a message asks of it, and each of the games of four
# moves that perft counts.
LIMITS = {("legal moves", "board"): 600, ("message",): 300, ("perft",): 2.5}


def instructions(file):
    return int(re.search(r"^summary: (\d+)", file.read_text(), re.MULTILINE)[1])


def costs(labels, counts):
    """The cost of each step by subject, in thousands of instructions."""
    lines = re.findall(r"^count\|(.+)\|(.+)\|(\d+)$", pathlib.Path(labels).read_text(), re.MULTILINE)
    files = list(pathlib.Path(counts).parent.glob(pathlib.Path(counts).name + ".*"))
    if not lines or len(files) != 2 * len(lines):
        sys.exit(f"error: there are {len(files)} counts for {len(lines)} lines")
    rows = {}
    for number, (subject, step, times) in enumerate(lines, start=1):
        printing, done = (instructions(pathlib.Path(f"{counts}.{place}")) for place in (2 * number - 1, 2 * number))
        if done < int(times) * 100:
            sys.exit(f"error: {subject}, {step}: {done} instructions for {times} times, and {printing} to print that")
        rows.setdefault(subject, {})[step] = done / int(times) / 1000
    return rows


def thousands(cost):
    return f"{cost:,.0f}" if cost >= 9.95 else f"{cost:.1f}"


def show(rows):
    steps = max((list(row) for row in rows.values()), key=len)
    print("| thousands of instructions | " + " | ".join(steps) + " |")
    print("|" + " --- |" * (len(steps) + 1))
    others = {}
    for subject, row in rows.items():
        if list(row) == steps:
            print(f"| {subject} | " + " | ".join(map(thousands, row.values())) + " |")
        else:
            others[subject] = row
    for subject, row in others.items():
        print(f"\n{subject}: " + ", ".join(f"{step} {cost:.2f}" for step, cost in row.items()))


def findings(rows):
    for steps, limit in LIMITS.items():
        held = {subject: row for subject, row in rows.items() if set(steps) <= set(row)}
        if not held:
            yield f"nothing was counted of: {' and '.join(steps)}"
        for subject, row in held.items():
            cost = sum(row[step] for step in steps)
            if cost > limit:
                yield (f"{subject}: {' and '.join(steps)} take {thousands(cost)} thousand instructions;"
                       f" {limit} thousand are allowed")


def main():
    rows = costs(*sys.argv[1:])
    show(rows)
    found = list(findings(rows))
    for finding in found:
        print("error: " + finding, file=sys.stderr)
    return 1 if found else 0


sys.exit(main())
