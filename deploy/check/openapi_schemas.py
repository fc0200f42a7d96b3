"""Reads the OpenAPI document, and validates JSON against its schemas."""

import copy

import yaml
from jsonschema import Draft202012Validator, FormatChecker
from referencing import Registry
from referencing.jsonschema import DRAFT202012

HOME = "urn:openapi"
METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")


class Loader(yaml.SafeLoader):
    """YAML as JSON knows it, which has no dates."""


Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()}


def read(path):
    with open(path) as file:
        return yaml.load(file, Loader)


class Schemas:
    """The document's schemas, which may stand anywhere: their references are absolute."""

    def __init__(self, document):
        self.document = copy.deepcopy(document)
        for node in walk(self.document):
            if isinstance(node, dict) and isinstance(node.get("$ref"), str):
                node["$ref"] = HOME + node["$ref"]
        self.registry = Registry().with_resource(HOME, DRAFT202012.create_resource(self.document))

    def resolved(self, node):
        """What a reference leads to; anything else is itself."""
        while isinstance(node, dict) and "$ref" in node:
            target = self.document
            for part in node["$ref"].removeprefix(HOME + "#/").split("/"):
                target = target[part.replace("~1", "/").replace("~0", "~")]
            node = target
        return node

    def complaints(self, schema, value):
        validator = Draft202012Validator(schema, registry=self.registry, format_checker=FormatChecker())
        return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(value)]

    def operations(self):
        """Each operation: its method, its path, and itself."""
        for path, item in self.document["paths"].items():
            for method in METHODS:
                if method in item:
                    yield method, path, item[method]


def walk(node):
    """The node and all that is in it."""
    yield node
    for child in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from walk(child)
