"""The operations that /openapi.yaml describes, and valid requests to them."""
import dataclasses
import re
import urllib.parse
import uuid

from cost_of_input_grammar import Text, plain, tell, write


@dataclasses.dataclass
class Request:
    """A request whose parts can still be changed. Those of path, query and head are pairs of name and value."""
    operation: "Operation"
    path: dict
    query: list
    head: list
    body: object = None
    has_body: bool = False

    def data(self):
        """The bytes to send."""
        path = self.operation.path
        for name, value in self.path.items():
            path = path.replace("{" + name + "}", quoted(value))
        query = "&".join(f"{quoted(name)}={quoted(value)}" for name, value in self.query)
        lines = [f"{self.operation.method} {path}{'?' + query if query else ''} HTTP/1.1", "Host: localhost"]
        lines += [f"{name}: {plain(value)}" for name, value in self.head]
        body = encoded(write(self.body)) if self.has_body else b""
        if self.has_body:
            lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
        return encoded("\r\n".join(lines) + "\r\n\r\n") + body

    def tell(self):
        path = self.operation.path
        for name, value in self.path.items():
            if isinstance(value, Text):
                path = path.replace("{" + name + "}", f"{{{tell(value)}}}")
        query = "&".join(f"{name}={tell(value)}" for name, value in self.query)
        told = f"{self.operation.method} {path}{'?' + query if query else ''}"
        for name, value in self.head:
            if isinstance(value, Text) or name not in ("Authorization", "Idempotency-Key"):
                told += f" | {name}: {tell(value)}"
        return told + (f" | {tell(self.body)}" if self.has_body else "")


def encoded(text):
    return text.encode("utf-8", "surrogatepass")


def quoted(value):
    return urllib.parse.quote(encoded(plain(value)), safe="-_.~%+,:")


class Operation:
    """One operation of the document."""

    def __init__(self, document, path, method, shared, words):
        self.document, self.path, self.method, self.id = document, path, method.upper(), words["operationId"]
        self.parameters = [document.resolved(one) for one in shared + words.get("parameters", [])]
        self.is_public = words.get("security") == []
        content = words.get("requestBody", {}).get("content", {})
        self.body = next(iter(content.values()))["schema"] if content else None
        answers = [document.resolved(answer) for answer in words["responses"].values()]
        self.streams = any("text/event-stream" in answer.get("content", {}) for answer in answers)
        self.draws = any("image/png" in answer.get("content", {}) for answer in answers)
        self.needs = {one["name"] for one in self.parameters if one["in"] == "path"}

    def __repr__(self):
        return f"{self.method} {self.path}"

    def request(self, chance, known):
        """A valid request. `known` tells a value by the name of a parameter or member; None if it knows none."""
        def value(one):
            return self.document.value(one["schema"], one["name"], one.get("description", ""), chance, known)

        chosen = [one for one in self.parameters if one.get("required") or chance.random() < 0.4]
        parts = {place: [(one["name"], text(value(one))) for one in chosen if one["in"] == place]
                 for place in ("path", "query", "header")}
        body = self.document.value(self.body, "", "", chance, known) if self.body else None
        return Request(self, dict(parts["path"]), parts["query"], parts["header"], body, self.body is not None)


def text(value):
    return value if isinstance(value, str) else plain(value)


class Document:
    """What /openapi.yaml says."""

    def __init__(self, tree):
        self.tree = tree
        self.operations = [
            Operation(self, path, method, item.get("parameters", []), words)
            for path, item in tree["paths"].items() for method, words in item.items() if method != "parameters"]

        # The members of requests that may be of any type, or have any members.
        self.free = {name for schema in tree["components"]["schemas"].values()
                     for name, member in schema.get("properties", {}).items() if self.is_free(member)}

    def is_free(self, schema):
        schema = self.resolved(schema)
        if "oneOf" in schema:
            return any(map(self.is_free, schema["oneOf"]))
        return schema.get("additionalProperties") is True or not schema.keys() & {"type", "enum", "allOf", "const"}

    def is_open(self, operation):
        """Whether a member of its body may be anything."""
        return operation.body is not None and bool(self.free & set(self.resolved(operation.body).get("properties", {})))

    def operation(self, name):
        return next(one for one in self.operations if one.id == name)

    def resolved(self, value):
        while "$ref" in value:
            target = self.tree
            for name in value["$ref"].removeprefix("#/").split("/"):
                target = target[name]
            value = target
        return value

    def value(self, schema, name, description, chance, known):
        """A value that fits a schema."""
        schema = self.resolved(schema)
        description = schema.get("description", description)
        if name and (given := known(name, description)) is not None:
            return given
        if "oneOf" in schema:
            return self.value(chance.choice(schema["oneOf"]), name, description, chance, known)
        if "enum" in schema:
            return chance.choice(schema["enum"])
        kind = schema.get("type", "object" if "properties" in schema else "string")
        match chance.choice(kind) if isinstance(kind, list) else kind:
            case "object":
                members, required = schema.get("properties", {}), schema.get("required", [])
                return {name: self.value(member, name, "", chance, known) for name, member in members.items()
                        if name in required or chance.random() < 0.5}
            case "array":
                return [self.value(schema["items"], "", "", chance, known) for _ in range(chance.randint(0, 3))]
            case "integer" | "number":
                least, most = schema.get("minimum", 0), schema.get("maximum", 100)
                return chance.choice([max(least, 0), max(least, 1), min(most, 60), most])
            case "boolean":
                return chance.random() < 0.5
            case "null":
                return None
            case _:
                if schema.get("format") == "uuid":
                    return str(uuid.UUID(int=chance.getrandbits(128), version=4)).upper()
                words = re.findall("`([^`]+)`", description)
                return chance.choice(words) if words else "word"
