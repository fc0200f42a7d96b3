"""Runs the commands that the guides show, on the service that the environment names.

    python3 deploy/check/docs_commands.py REPOSITORY SESSION PLAYER

A block of commands is one in the language `sh`, or one that shows `$ command` with what it said. A session's ID that
was recorded stands for SESSION, a player's for PLAYER. Of what a command says, headings and labels must be as shown.
What a tutorial has its readers type is not run again: each line of its scripts has to stand in a guide.
"""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT, SESSION, PLAYER = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
MARKER = re.compile(r" *<!-- commands: (.*) -->$")
ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
HEADING = re.compile(r"[A-Z]{2,}( +[A-Z(][A-Z(),% ]*)*$")
LABEL = re.compile(r"([A-Z][a-z]+)  +\S")


def blocks(guide):
    """The blocks of commands of a guide: where each begins, what the comment above says, and its lines."""
    note, language, begun, lines = None, None, 0, []
    for number, line in enumerate(guide.read_text().splitlines(), start=1):
        if found := re.match(r" *```(\w*)", line):
            if language is None:
                language, begun, lines = found[1], number, []
                continue
            if language == "sh" or language == "" and lines[0].startswith("$ "):
                yield begun, note, lines
            language = None
        elif language is not None:
            lines.append(line.strip() if language == "sh" else line)
        elif found := MARKER.match(line):
            note = found[1]
        elif line.startswith("#"):
            note = None


def steps(lines):
    """Each command of a block, and the lines that it is shown to say."""
    if not lines[0].startswith("$ "):
        return [("\n".join(lines), [])]
    found = []
    for line in lines:
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found


def code(guide):
    """What a guide has in blocks and between backquotes, a piece each."""
    text = guide.read_text()
    blocks = r"^ *```\w*\n(.*?)^ *```"
    pieces = [line for block in re.findall(blocks, text, re.DOTALL | re.MULTILINE) for line in block.splitlines()]
    pieces += re.findall(r"`([^`]+)`", re.sub(blocks, "", text, flags=re.DOTALL | re.MULTILINE))
    return {bare(piece) for piece in pieces}


def bare(line):
    """A line without prompt and comment, whichever program is the reader's own and whatever day it is."""
    line = re.sub(r"(^|\s)#.*", "", line.replace("$(date +%F)", "2026-11-22")).replace("OwnGame", "roundtable")
    return " ".join(re.sub(r"\d{4}-\d\d-\d\d", "DATE", line).removeprefix("$ ").split())


def unknown_lines(guides):
    """The lines of tutorials' scripts that no guide has."""
    known = set().union(*(code(guide) for guide in guides))
    for script in sorted(ROOT.glob("**/Sources/*/*.docc/Resources/*.sh")):
        for number, line in enumerate(script.read_text().splitlines(), start=1):
            if bare(line) and bare(line) not in known:
                yield f"{script.relative_to(ROOT)}:{number}: no guide has {line}"


def run(command, shown, environment):
    """What is wrong with a command; nothing if it does what is shown."""
    if command.startswith("export "):
        environment.update(each.split("=", 1) for each in shlex.split(command)[1:])
        return None
    if any("[y/N] y" in line for line in shown):
        # Without a terminal nobody is asked.
        command += " --yes"
    command = ID.sub(PLAYER if command.startswith("roundtable player") else SESSION, command)
    try:
        done = subprocess.run(["bash", "-c", command], env=environment, text=True, capture_output=True, timeout=120)
    except subprocess.TimeoutExpired:
        return "does not end"
    refused = any(line.startswith("Error:") for line in shown)
    if (done.returncode != 0) != refused:
        return f"ended with {done.returncode}: {done.stdout}{done.stderr}"
    said = [" ".join(line.split()) for line in (done.stdout + done.stderr).splitlines()]
    for line in shown:
        if HEADING.match(line) and " ".join(line.split()) not in said:
            return f"has no heading {line}:\n{done.stdout}"
        if (label := LABEL.match(line)) and not any(each.startswith(f"{label[1]} ") for each in said):
            return f"has nothing called {label[1]}:\n{done.stdout}"
    return None


def main():
    environment, count, problems = dict(os.environ), 0, []
    guides = [file for file in sorted(ROOT.rglob("*.md")) if not any(
        part.startswith(".") or part.endswith(".docc") for part in file.relative_to(ROOT).parts)]
    problems += unknown_lines(guides)
    for guide in guides:
        for begun, note, lines in blocks(guide):
            place = f"{guide.relative_to(ROOT)}:{begun}"
            if note is not None:
                print(f"{place}: {note}")
                if (check := re.match(r"run by ([^\s,]+)", note)) and not os.access(ROOT / check[1], os.X_OK):
                    problems.append(f"{place}: there is no {check[1]}")
                continue
            for command, shown in steps(lines):
                count += 1
                if problem := run(command, shown, environment):
                    problems.append(f"{place}: {command} {problem}")
    if problems:
        sys.exit("\n".join(f"error: {problem}" for problem in problems))
    print(f"commands: {count} were run, and said what the guides show")


main()
