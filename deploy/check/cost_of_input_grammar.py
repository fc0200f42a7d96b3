"""Values to send, as JSON and in parts: valid ones, and large, deep, long, strange and wrong ones.

A value is what `json` knows, or one of the classes below. These keep how they are made, so that a value can be told in
one line, and made smaller.
"""
import dataclasses
import json


@dataclasses.dataclass(frozen=True)
class Written:
    """JSON that Python has no value for, such as 1e400."""
    text: str


@dataclasses.dataclass(frozen=True)
class Text:
    """A text: a beginning, then one piece many times. Both are written as they stand between the quotes."""
    start: str
    piece: str
    count: int


@dataclasses.dataclass(frozen=True)
class Many:
    """An array of one element many times, or, with a name, an object of as many members.

    Members have that name and a number, or all the same name."""
    element: object
    count: int
    name: object = None
    alike: bool = False


@dataclasses.dataclass(frozen=True)
class Nested:
    """A value in so many arrays, or in so many objects of one member with that name."""
    inner: object
    count: int
    name: object = None


@dataclasses.dataclass(frozen=True)
class Members:
    """An object whose names may be of any kind and come more than once."""
    pairs: tuple


def write(value):
    """A value as JSON."""
    match value:
        case Written(text):
            return text
        case Text(start, piece, count):
            return f'"{start}{piece * count}"'
        case Many(element, count, None):
            return "[" + ",".join([write(element)] * count) + "]"
        case Many(element, count, name, alike):
            start, element = write(name)[:-1], write(element)
            return "{" + ",".join(f'{start}{"" if alike else number}":{element}' for number in range(count)) + "}"
        case Nested(inner, count, name):
            opening, closing = ("[", "]") if name is None else ("{" + write(name) + ":", "}")
            return opening * count + write(inner) + closing * count
        case Members(pairs):
            return "{" + ",".join(f"{write(name)}:{write(value)}" for name, value in pairs) + "}"
        case dict():
            return write(Members(tuple(value.items())))
        case list():
            return "[" + ",".join(map(write, value)) + "]"
        case str():
            return json.dumps(value, ensure_ascii=False)
        case _:
            return json.dumps(value)


def tell(value):
    """A value in a few words, from which it can be made again by hand."""
    match value:
        case Written(text):
            return text if len(text) < 60 else f"{text[:40]}… ({len(text)} characters)"
        case Text(start, piece, count):
            return (f'"{start}" + ' if start else "") + f'{count:,} × "{ascii(piece)[1:-1]}"'
        case Many(element, count, None):
            return f"[{count:,} × {tell(element)}]"
        case Many(element, count, name, alike):
            return f"{{{count:,} × {tell(name)}{'' if alike else ' with a number'}: {tell(element)}}}"
        case Nested(inner, count, name):
            return f"{tell(inner)} in {count:,} " + ("arrays" if name is None else f"objects, each by {tell(name)}")
        case Members(pairs):
            return "{" + ", ".join(f"{tell(name)}: {tell(value)}" for name, value in pairs) + "}"
        case dict():
            return tell(Members(tuple(value.items())))
        case list():
            return "[" + ", ".join(map(tell, value)) + "]"
        case _:
            return ascii(write(value))[1:-1]


def plain(value):
    """A value as it is written outside of JSON: a text without its quotes."""
    written = write(value)
    return written[1:-1] if written.startswith('"') else written


def smaller(value):
    """Values that are a little smaller than this one, the much smaller ones first."""
    match value:
        case Text(start, piece, count):
            yield from (Text(start, piece, less) for less in halves(count))
            if start:
                yield Text("", piece, count)
        case Many(element, count, name, alike):
            yield from (Many(element, less, name, alike) for less in halves(count))
            yield from (Many(less, count, name, alike) for less in smaller(element))
            if isinstance(name, Text):
                yield from (Many(element, count, less, alike) for less in smaller(name))
        case Nested(inner, count, name):
            yield from (Nested(inner, less, name) for less in halves(count))
            yield from (Nested(less, count, name) for less in smaller(inner))
            if isinstance(name, Text):
                yield from (Nested(inner, count, less) for less in smaller(name))
        case dict():
            yield from smaller(Members(tuple(value.items())))
        case Members(pairs):
            for index, (name, inner) in enumerate(pairs):
                yield Members(pairs[:index] + pairs[index + 1:])
            for index, (name, inner) in enumerate(pairs):
                for less in smaller(inner):
                    yield Members(pairs[:index] + ((name, less),) + pairs[index + 1:])
                if isinstance(name, Text):
                    for less in smaller(name):
                        yield Members(pairs[:index] + ((less, inner),) + pairs[index + 1:])
        case list():
            yield from (value[:index] + value[index + 1:] for index in range(len(value)))
            for index, inner in enumerate(value):
                yield from (value[:index] + [less] + value[index + 1:] for less in smaller(inner))


def halves(count):
    return sorted({count // 8, count // 2, count * 3 // 4} - {0, count})


# Pieces of texts, as JSON writes them: plain, escaped, beyond ASCII, and those that mean something somewhere.
PIECES = [
    "a", "x1", " ", "0", "\u03b1", "\u00e9", "e\u0301", "\u0301", "\u00df", "\ufdfa",
    "\u05e9\u05dc\u05d5\u05dd", "\u202e", "\u6f22", "\U0001f469\u200d\U0001f469\u200d\U0001f467",
    "\U0001f1e9\U0001f1ea", "\U000e0061",
    "\\n", "\\t", "\\\\", '\\"', "\\/", "\\b", "\\u0000", "\\u0041", "\\u03b1", "\\u0301", "\\ud83d\\ude00", "\\ud800",
    "\\udc00", "\\u202e", "/", "~", "~1", "~0/", "-", ",", ";q=0.1,", "en-", "&", "&amp;", "<b>", "%41", "$", "{mover}",
    "{seat 0}", "{", "}", "'", "\x7f", "\ufeff", "\u2028",
]
NUMBERS = [
    "0", "-0", "-0.0", "1", "-1", "1.5", "0.1", "1e5", "1E+2", "1e400", "-1e400", "1e-400", "1e999999999",
    "9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "18446744073709551616",
    "123456789012345678901234567890", "3.141592653589793238462643383279", "0.30000000000000004", "2147483647",
    "2147483648", "4294967296",
]
# What is no JSON.
WRONG = [
    "nul", "01", "+1", ".5", "1.", "NaN", "Infinity", "'a'", '"\\x"', '"\\u12"', '"\x01"', "[1,]", '{"a":1,}', "{a:1}",
    '"', "[", "{", "",
]
WORDS = ["null", "true", "false", '""', "[]", "{}"]


class Grammar:
    """Makes values at random. Whatever it makes follows from the source of chance that it was given."""

    def __init__(self, chance, words):
        self.chance, self.words = chance, words

    def size(self, largest=17):
        """A number of bytes: a power of two, large ones more often, less what else a request has."""
        size = 2 ** self.chance.randint(self.chance.choice([0, largest - 3]), largest)
        return size if size < 4096 else size - 800

    def text(self, size, start=None):
        """A text of so many bytes: a short beginning of one kind, then another kind."""
        piece = self.chance.choice(PIECES) if self.chance.random() < 0.85 else plain(self.chance.choice(self.words))
        if start is None:
            start = self.chance.choice(PIECES) * self.chance.randint(1, 2) if self.chance.random() < 0.5 else ""
        return Text(start, piece, max(1, size // max(1, len(piece.encode("utf-8", "surrogatepass")))))

    def number(self, size):
        kinds = [self.chance.choice(NUMBERS)] * 4
        digits = max(1, size)
        kinds += ["1" * digits, "0." + "3" * digits, "1e" + "9" * min(digits, 4096), "0." + "0" * digits + "1"]
        return Written(self.chance.choice(kinds))

    def small(self):
        """A value of some bytes, most often one that any reader takes."""
        kind = self.chance.randrange(8)
        if kind < 3:
            return Written(self.chance.choice(["0", "7", "-1", "1.5", "0.1"]))
        if kind == 3:
            return Written(self.chance.choice(NUMBERS))
        if kind == 4:
            return Written(self.chance.choice(WORDS))
        if kind == 5:
            return Many(Written(self.chance.choice(NUMBERS[:8])), self.chance.randint(1, 3))
        if kind == 6:
            return {"a": Written(self.chance.choice(NUMBERS[:8]))}
        return self.text(self.chance.randint(1, 12))

    def many(self, size):
        """Many small values: an array, an object, or an object with one name again and again."""
        element = self.small()
        each = len(write(element).encode("utf-8", "surrogatepass")) + 1
        if self.chance.random() < 0.4:
            return Many(element, max(1, size // each))
        name = self.chance.choice(["", "a", "k", self.text(self.chance.choice([1, 8, 64, 1024]))])
        length = len(write(name).encode("utf-8", "surrogatepass")) + each + 5
        return Many(element, max(1, size // length), name, alike=self.chance.random() < 0.2)

    def named(self, size):
        """Many values below a long name."""
        share = self.chance.choice([0.1, 0.5, 0.5, 0.9])
        return Members(((self.text(int(size * share)), self.many(int(size * (1 - share)))),))

    def nested(self, size):
        """A value deep down, some or very many levels; half of the bytes are on the way."""
        name = self.chance.choice([None, None, "", "a", self.text(self.chance.choice([1, 16, 256, 4096]))])
        each = 2 if name is None else len(write(name).encode("utf-8", "surrogatepass")) + 3
        depth = max(1, size // 2 // each)
        if self.chance.random() < 0.5:
            depth = min(depth, self.chance.randint(1, 30))
        return Nested(self.value(size // 2, 1), depth, name)

    def several(self, size, depth):
        """Values of different kinds beside each other."""
        values = [self.value(size // 3, depth + 1) for _ in range(3)]
        if self.chance.random() < 0.5:
            return values
        return Members(tuple((f"m{index}", value) for index, value in enumerate(values)))

    def value(self, size, depth=0):
        """A value of about so many bytes, of any kind."""
        kind = self.chance.randrange(16)
        if kind < 3:
            return self.text(size)
        if kind < 5:
            return self.many(size)
        if kind < 9:
            return self.named(size)
        if kind < 11 and depth < 2:
            return self.nested(size)
        if kind < 12 and depth < 2:
            return self.several(size, depth)
        if kind < 13:
            return self.number(size)
        if kind < 14:
            return Written(self.chance.choice(WORDS + NUMBERS))
        if kind < 15:
            return self.small()
        return Written(self.chance.choice(WRONG)) if self.chance.random() < 0.3 else self.named(size)

    def grown(self, value, size):
        """A value of the same type as one that is valid, with something large in it."""
        match value:
            case str():
                return self.text(size, start=plain(value) if self.chance.random() < 0.7 else "")
            case dict() | Members():
                pairs = tuple(value.items()) if isinstance(value, dict) else value.pairs
                name = self.text(self.chance.choice([1, 8, size // 2]))
                return Members(pairs + ((name, self.value(size // 2)),))
            case list():
                element = self.chance.choice(value) if value and self.chance.random() < 0.7 else self.small()
                return Many(element, max(1, size // (len(write(element)) + 1)))
            case bool() | None:
                return Written(self.chance.choice(WORDS))
            case _:
                return self.number(size)

    def mutated(self, value, size, free):
        """A value with one place in it changed, more often one in the members that may be anything."""
        every = list(places(value))
        place = self.chance.choices(every, [12 if free & set(place) else 1 for place in every])[0]
        grows = self.chance.random() < 0.45
        return changed(value, place, lambda old: self.grown(old, size) if grows else self.value(size))


def places(value, here=()):
    """Where in a value there is another one; the value itself counts once, what is deeper counts more."""
    yield here
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, member in inner:
        yield from places(member, here + (name,))


def changed(value, place, change):
    """A value with the one at a place changed."""
    if not place:
        return change(value)
    copy = value.copy()
    copy[place[0]] = changed(value[place[0]], place[1:], change)
    return copy
