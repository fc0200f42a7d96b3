"""Writes the table of docs/settings.md from what the program says of its flags; with --check, fails if it differs.

    python3 scripts/settings_table.py PROGRAM [--check]
"""
import json
import pathlib
import subprocess
import sys

PAGE = pathlib.Path(__file__).parent.parent / "docs/settings.md"
BEGIN, END = "<!-- written by scripts/settings_table.py -->\n", "<!-- end -->\n"


def cell(text):
    """Text for a cell."""
    return text.replace("|", "\\|").replace("<", "&lt;")


def table(program):
    command = json.loads(subprocess.check_output([program, "serve", "--experimental-dump-help"]))["command"]
    section = None
    for argument in command["arguments"]:
        names = [name["name"] for name in argument.get("names", []) if name["kind"] == "long"]
        if not names or names[0] in ("help", "version"):
            continue
        if argument.get("sectionTitle") != section:
            section = argument.get("sectionTitle")
            yield from [
                "", f"## {section}", "", "| flag | environment | by default | what it does |", "| --- | --- | --- | --- |"]
        environment, _, default = argument.get("discussion", "").partition("; by default ")
        variable, _, more = environment.partition(", ")
        variable = f"`{variable}`" + (f", {more}" if more else "")
        yield f"| `--{names[0]}` | {variable} | {cell(default)} | {cell(argument['abstract'])} |"


def main(program, check=None):
    page = PAGE.read_text()
    before, after = page.split(BEGIN)[0], page.split(END)[1]
    written = before + BEGIN + "\n".join(table(program)).lstrip("\n") + "\n\n" + END + after
    if check and written != page:
        sys.exit("error: docs/settings.md is not what the program says: run scripts/settings_table.py PROGRAM")
    PAGE.write_text(written)


if __name__ == "__main__":
    main(*sys.argv[1:])
