#!/usr/bin/env python3
"""Writes the tables of Unicode's data by which names of people are compared, and the data of their tests.

    scripts/unicode_tables.py CONFUSABLES [DIRECTORY]

CONFUSABLES is confusables.txt of UTS #39 (https://www.unicode.org/Public/security), DIRECTORY has the Unicode Character
Database with its folders `emoji` and `extracted`: by default /usr/share/unicode, Debian's package `unicode-data`.
"""

import pathlib
import re
import sys
import textwrap
import unicodedata

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLES = ROOT / "Sources/Roundtable/Participants/UnicodeTables.swift"
TESTS = ROOT / "Tests/RoundtableTests/Unicode"


def lines(path):
    """The lines of a file without comments, their fields apart."""
    for line in path.read_text(encoding="utf-8-sig").splitlines():
        fields = [field.strip() for field in line.split("#")[0].split(";")]
        if fields != [""]:
            yield fields


def version(path):
    """What a file says of its version."""
    return re.search(r"[Vv]ersion:? ([0-9.]+)", path.read_text(encoding="utf-8-sig")).group(1)


def scalars(text):
    return [int(scalar, 16) for scalar in text.split()]


def deltas(numbers):
    """Numbers in hexadecimal, each as its distance from the one before."""
    numbers = sorted(numbers)
    return ",".join(f"{number - last:x}" for last, number in zip([0] + numbers, numbers))


def prototypes(path):
    """The characters that look like others, with their prototypes; those that NFKC replaces are in no prepared name."""
    for source, target, _ in lines(path):
        if unicodedata.normalize("NFKD", chr(int(source, 16))) == chr(int(source, 16)):
            yield source, target


def confusables(path):
    """Each prototype with the characters that look like it."""
    groups = {}
    for source, target in prototypes(path):
        groups.setdefault(tuple(scalars(target)), []).append(int(source, 16))
    # No group is longer than a line.
    parts = [
        (target, sorted(sources)[first:first + 12])
        for target, sources in groups.items() for first in range(0, len(sources), 12)]
    return " ".join(".".join(f"{scalar:x}" for scalar in target) + "=" + deltas(sources) for target, sources in parts)


def ranges(path, is_meant):
    """The ranges of characters whose property is meant."""
    found = set()
    for codes, kind in lines(path):
        first, last = (codes.split("..") * 2)[:2]
        if is_meant(kind):
            found.update(range(int(first, 16), int(last, 16) + 1))
    ranges = []
    for scalar in sorted(found):
        if ranges and ranges[-1][1] == scalar - 1:
            ranges[-1][1] = scalar
        else:
            ranges.append([scalar, scalar])
    return " ".join(f"{first:x}" if first == last else f"{first:x}-{last:x}" for first, last in ranges)


def literal(text):
    """A literal of several lines."""
    wrapped = textwrap.wrap(text, 110, break_long_words=False, break_on_hyphens=False)
    return '"""\n' + "".join(f"        {line} \\\n" for line in wrapped)[:-3].rstrip() + '\n        """'


def main():
    security = pathlib.Path(sys.argv[1])
    directory = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else "/usr/share/unicode")
    types = directory / "extracted/DerivedJoiningType.txt"
    emoji = directory / "emoji/emoji-test.txt"
    joining_version = re.search(r"DerivedJoiningType-([0-9.]+)\.txt", types.read_text()).group(1)
    TABLES.write_text(
        f"""/// Tables of Unicode's data, written by `scripts/unicode_tables.py`.
///
/// Derived from confusables.txt {version(security)} (UTS #39) and DerivedJoiningType.txt {joining_version}, © Unicode, \
Inc., under the Unicode
/// License (https://www.unicode.org/license.txt).
enum UnicodeTables {{
    /// Prototypes, each with the characters that look like it and are left alone by NFKC: scalars in hexadecimal, each
    /// character as the distance from the one before.
    static let confusables = {literal(confusables(security))}

    /// The ranges of characters that join the next one, if it joins the last one: of the joining types D and L.
    static let joiningForwards = {literal(ranges(types, lambda kind: kind in "DL"))}

    /// The ranges of characters that join the last one: of the joining types D and R.
    static let joiningBackwards = {literal(ranges(types, lambda kind: kind in "DR"))}
}}
""")
    TESTS.mkdir(exist_ok=True)
    note = "© Unicode, Inc., under the Unicode License (https://www.unicode.org/license.txt)"
    sequences = [codes for codes, kind in lines(emoji) if kind == "fully-qualified"]
    (TESTS / "emoji-test.txt").write_text(
        f"# The fully-qualified emoji of emoji-test.txt {version(emoji)}, {note}\n"
        + "\n".join("".join(map(chr, scalars(codes))) for codes in sequences) + "\n")
    bidi = directory / "extracted/DerivedBidiClass.txt"
    (TESTS / "bidi.txt").write_text(
        f"# The characters of DerivedBidiClass.txt {joining_version} that have another class than L and NSM, {note}\n"
        + ranges(bidi, lambda kind: kind not in ("L", "NSM")).replace(" ", "\n") + "\n")
    pairs = prototypes(security)
    (TESTS / "confusables.txt").write_text(
        f"# The characters of confusables.txt {version(security)} that NFKC leaves alone, with prototypes, {note}\n"
        + "\n".join(f"{source};{target}" for source, target in pairs) + "\n")


main()
