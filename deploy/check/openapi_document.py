"""Validates the OpenAPI document, and every example in it.

    python3 deploy/check/openapi_document.py DOCUMENT

openapi-spec-validator applies the JSON Schema of OpenAPI 3.1. aiopenapi3 reads the document into classes of its own, as
a client does. To show that they notice mistakes, this breaks the document in many ways, and each must refuse what it is
listed for.
"""

import copy
import sys

import aiopenapi3
from openapi_schemas import Schemas, read, walk
from openapi_spec_validator import OpenAPIV31SpecValidator


def specification(document):
    """What openapi-spec-validator says is wrong."""
    return [error.message for error in OpenAPIV31SpecValidator(document).iter_errors()]


def reader(document):
    """What aiopenapi3 says is wrong."""
    document = copy.deepcopy(document)
    # NB: it keeps bounds as floating-point numbers, and then can't have those of 64-bit integers.
    for node in walk(document):
        for bound in ("minimum", "maximum"):
            if isinstance(node, dict) and isinstance(node.get(bound), int):
                node[bound] = max(-2**53, min(node[bound], 2**53))
    try:
        aiopenapi3.OpenAPI("http://127.0.0.1/openapi.yaml", document)
    except Exception as error:  # Each kind of mistake has a class of its own, and some are Python's.
        return [f"{type(error).__name__}: {error}"]
    return []


BOTH, SPECIFICATION, READER = (specification, reader), (specification,), (reader,)


def creation(document):
    return document["paths"]["/v1/sessions"]["post"]


def limit(document):
    [found] = [each for each in document["paths"]["/v1/players/me/sessions"]["get"]["parameters"]
               if each.get("name") == "limit"]
    return found["schema"]


def session_id(document):
    return document["components"]["parameters"]["SessionID"]


def seat(document):
    return document["components"]["schemas"]["Seat"]


# Mistakes, what makes them, and who notices.
MISTAKES = [
    ("an unknown version", lambda d: d.update(openapi="4.0.0"), BOTH),
    ("no info", lambda d: d.pop("info"), BOTH),
    ("no title", lambda d: d["info"].pop("title"), BOTH),
    ("an unknown method", lambda d: d["paths"]["/v1/sessions"].update(pots={}), BOTH),
    ("an unknown member of an operation", lambda d: creation(d).update(sumary="Begin"), BOTH),
    ("two operations of one name", lambda d: creation(d).update(operationId="makeTurn"), BOTH),
    ("a parameter of the path that nobody declares", lambda d: d["paths"]["/v1/sessions/{id}"].pop("parameters"), BOTH),
    ("a parameter in no place", lambda d: session_id(d).update({"in": "nowhere"}), BOTH),
    ("a body without content", lambda d: creation(d)["requestBody"].pop("content"), BOTH),
    ("an answer without description", lambda d: d["components"]["responses"]["BadRequest"].pop("description"), BOTH),
    ("a schema of an unknown type", lambda d: seat(d)["properties"]["seat"].update(type="whole"), BOTH),
    ("a bound that is no number", lambda d: seat(d)["properties"]["seat"].update(minimum="zero"), BOTH),
    ("required members that are no list", lambda d: seat(d).update(required="seat"), BOTH),
    ("a credential of no type", lambda d: d["components"]["securitySchemes"]["credential"].pop("type"), BOTH),
    ("an unknown member of a webhook", lambda d: d["webhooks"]["turn.yours"]["post"].update(sumary="Begin"), BOTH),
    ("a webhook's header in no place",
     lambda d: d["components"]["parameters"]["WebhookID"].update({"in": "nowhere"}), BOTH),
    ("a reference that leads nowhere",
     lambda d: seat(d)["properties"].update(seat={"$ref": "#/components/schemas/Nothing"}), READER),
    ("an optional parameter of the path", lambda d: session_id(d).update(required=False), SPECIFICATION),
    ("a status that is none",
     lambda d: creation(d)["responses"].update({"2O1": creation(d)["responses"].pop("201")}), SPECIFICATION),
    ("a default that does not fit", lambda d: limit(d).update(default="many"), SPECIFICATION),
]


def examples(schemas):
    """Every example: its schema, and its value."""
    for node in walk(schemas.document):
        if not isinstance(node, dict):
            continue
        # A schema's examples are a list; those of a parameter or a body are one, or have names.
        if isinstance(node.get("examples"), list):
            for value in node["examples"]:
                yield node, value
        elif "schema" in node:
            if "example" in node:
                yield node["schema"], node["example"]
            for example in node.get("examples", {}).values():
                yield node["schema"], schemas.resolved(example)["value"]


def main(path):
    document, problems = read(path), []
    for validator in BOTH:
        problems += [f"{path}: {validator.__doc__} {complaint}" for complaint in validator(document)]
    for what, mistake, validators in MISTAKES:
        broken = copy.deepcopy(document)
        mistake(broken)
        problems += [f"with {what}: nothing. {validator.__doc__}" for validator in validators if not validator(broken)]
    if problems:
        sys.exit("\n".join(f"error: {problem}" for problem in problems))
    print(f"the document: valid to both; of {len(MISTAKES)} mistakes each is noticed, "
          f"{sum(len(validators) == 2 for *_, validators in MISTAKES)} by both")

    schemas = Schemas(document)
    found = list(examples(schemas))
    for schema, value in found:
        problems += [f"{path}: the example {value}: {complaint}" for complaint in schemas.complaints(schema, value)]
    if not schemas.complaints(schemas.document["components"]["schemas"]["Claim"], {"seat": "first"}):
        problems.append("a claim without members is no mistake")
    if problems:
        sys.exit("\n".join(f"error: {problem}" for problem in problems))
    print(f"the document: {len(found)} examples fit their schemas")


main(sys.argv[1])
