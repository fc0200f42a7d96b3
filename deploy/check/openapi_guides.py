"""Validates the requests, answers and notices that guides show against the OpenAPI document.

    python3 deploy/check/openapi_guides.py DOCUMENT GUIDE…

A request is a curl command to $base in a block of sh; it must be an example of its operation, too. Its answer, or what
jq makes of it, is in the block of json after it. The schema of what jq makes is worked out from that of the answer. A
notice is JSON that begins with its data and ends with its type.
"""

import json
import re
import sys
from pathlib import Path

from openapi_schemas import Schemas, read

BLOCK = re.compile(r"^```(sh|json)\n(.*?)^```", re.DOTALL | re.MULTILINE)
# A curl command, which may be in $(…); or a jq command that reads a variable.
COMMAND = re.compile(
    r"""(?:(?P<variable>\w+)=\$\()?
        curl\ -s\ \$base(?P<path>/\S*)(?P<rest>(?:[^'|)]|'[^']*')*)
        (?:\|\s*jq\ (?P<options>-\w+\ )?(?P<filter>'[^']*'|[^\s)]+))?
      |^jq\ (?P<options2>-\w+\ )?(?P<filter2>'[^']*'|\S+)\ <<<"\$(?P<read>\w+)"$""", re.VERBOSE | re.MULTILINE)
NOTICE = re.compile(r'^\{"data":.*?"type":"([\w.]+)"\}$', re.DOTALL | re.MULTILINE)
TOKEN = re.compile(r"\s*([A-Za-z_]\w*|\d+|[.,:|{}\[\]])")


class Filter:
    """The part of jq that the guides use: paths, objects, commas and pipes, applied to a schema.

    The result is a list of shapes. A shape is a list of schemas that a value must fit, or the members of an object, a
    shape each.
    """

    def __init__(self, text, schemas):
        self.schemas, self.tokens = schemas, TOKEN.findall(text)
        if "".join(self.tokens) != re.sub(r"\s", "", text):
            raise ValueError(f"jq {text}: only paths, objects, commas and pipes are understood")

    def next(self, token=None):
        if not self.tokens or token not in (None, self.tokens[0]):
            return None
        return self.tokens.pop(0)

    def apply(self, shape):
        shapes = [self.term(shape)]
        while self.next(","):
            shapes.append(self.term(shape))
        if not self.next("|"):
            return shapes
        rest, results = self.tokens, []
        for each in shapes:
            self.tokens = list(rest)
            results += self.apply(each)
        return results

    def term(self, shape):
        if not self.next("{"):
            return self.path(shape)
        members = {}
        while True:
            name = self.next()
            members[name] = self.term(shape) if self.next(":") else self.member(shape, name)
            if not self.next(","):
                break
        self.next("}")
        return members

    def path(self, shape):
        while self.tokens and self.tokens[0] in ".[":
            if self.next("["):
                self.next()
                self.next("]")
                shape = self.part(shape, lambda schema: schema.get("items"))
            else:
                self.next(".")
                if self.tokens and re.match(r"[A-Za-z_]", self.tokens[0]):
                    shape = self.member(shape, self.next())
        return shape

    def member(self, shape, name):
        if isinstance(shape, dict):
            return shape[name]
        return self.part(shape, lambda schema: schema.get("properties", {}).get(name))

    def part(self, shape, find):
        """The schemas of a part: those that any of the schemas, or of what they are made of, has for it."""
        found, left = [], list(shape)
        while left:
            schema = left.pop()
            if (part := find(schema)) is not None:
                found.append(part)
            for more in ("allOf", "anyOf", "oneOf"):
                left += schema.get(more, [])
            if "$ref" in schema:
                left.append(self.schemas.resolved({"$ref": schema["$ref"]}))
        if not found:
            raise KeyError("the document has no such member")
        return found


class Guide:
    def __init__(self, path, schemas):
        self.path, self.schemas, self.problems = path, schemas, []
        self.requests = self.answers = self.notices = 0

    def operation(self, method, path):
        for each_method, template, operation in self.schemas.operations():
            # A variable of the shell stands for a parameter.
            pattern = re.sub(r"\\\{\w+\\\}", r"\\$\\w+", re.escape(template))
            if method == each_method and re.fullmatch(pattern, path.partition("?")[0]):
                return operation
        return self.complain(path, [f"the document has no {method} of this"])

    def request(self, found):
        """Checks a request, and returns its operation, if the document has it."""
        body = re.search(r"--json '([^']*)'", found["rest"])
        operation = self.operation("post" if body else "get", found["path"])
        if body and operation:
            self.requests += 1
            media, value = operation["requestBody"]["content"]["application/json"], json.loads(body[1])
            self.complain(found["path"], self.schemas.complaints(media["schema"], value))
            examples = [media.get("example"), *(each["value"] for each in media.get("examples", {}).values())]
            if value not in examples:
                self.complain(found["path"], [f"{body[1]} is no example of {operation['operationId']}"])
        return operation

    def answer(self, operation, text, shown):
        """Checks values that a filter of jq made of the answer to an operation: one of its answers must fit."""
        for response in operation["responses"].values():
            for media in self.schemas.resolved(response).get("content", {}).values():
                try:
                    shapes = Filter(text.strip("'"), self.schemas).apply([media["schema"]])
                except KeyError:
                    continue
                if len(shapes) == len(shown) and all(map(self.fits, shapes, shown)):
                    self.answers += len(shown)
                    return
        self.complain(text, [f"no answer of {operation['operationId']} is like {json.dumps(shown)}"])

    def fits(self, shape, value):
        if isinstance(shape, dict):
            return isinstance(value, dict) and set(value) == set(shape) and all(
                self.fits(shape[name], value[name]) for name in shape)
        return not any(self.schemas.complaints(schema, value) for schema in shape)

    def complain(self, place, complaints):
        self.problems += [f"{self.path}: {place}: {complaint}" for complaint in complaints]

    def notice(self, kind, text):
        webhook = self.schemas.document["webhooks"].get(kind)
        if not webhook:
            return self.complain(kind, ["the document has no such notice"])
        self.notices += 1
        schema = webhook["post"]["requestBody"]["content"]["application/json"]["schema"]
        self.complain(kind, self.schemas.complaints(schema, json.loads(text)))

    def check(self):
        for found in NOTICE.finditer(self.path.read_text()):
            self.notice(found[1], found[0])
        operations, shown_by = {}, None
        # A page without a request shows JSON for other reasons.
        if not COMMAND.search(self.path.read_text()):
            return
        for language, text in BLOCK.findall(self.path.read_text()):
            if language == "json":
                if shown_by is None:
                    self.complain("a block of json", ["no command before it shows an answer"])
                    continue
                self.answer(*shown_by, values(text))
                shown_by = None
                continue
            shown_by = None
            for found in COMMAND.finditer(text.replace("\\\n", "")):
                operation = operations.get(found["read"]) if found["read"] else self.request(found)
                if found["variable"]:
                    operations[found["variable"]] = operation
                elif (filter := found["filter"] or found["filter2"]) and operation:
                    shown_by = operation, filter


def values(text):
    """The JSON values of a block, one after the other."""
    found, decoder, text = [], json.JSONDecoder(), text.strip()
    while text:
        value, end = decoder.raw_decode(text)
        found.append(value)
        text = text[end:].lstrip()
    return found


def main(document, *paths):
    schemas = Schemas(read(document))
    guides = [Guide(Path(path), schemas) for path in paths]
    for guide in guides:
        guide.check()
    problems = [problem for guide in guides for problem in guide.problems]
    requests, answers, notices = (
        sum(getattr(guide, name) for guide in guides) for name in ("requests", "answers", "notices"))
    if not requests or not answers or notices < len(schemas.document["webhooks"]):
        problems.append("the guides show no request, or no answer, or too few notices")
    if problems:
        sys.exit("\n".join(f"error: {problem}" for problem in problems))
    print(f"the guides: {requests} requests, {answers} answers and {notices} notices fit the document")


main(*sys.argv[1:])
