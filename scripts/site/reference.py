"""The reference of the HTTP interface, from the OpenAPI document."""

import html
import json
import shutil

import yaml
from markdown_it import MarkdownIt
from pages import slug

DOCUMENT = "Sources/RoundtableHTTP/OpenAPI/openapi.yaml"
METHODS = ("get", "post", "put", "patch", "delete")
parser = MarkdownIt("commonmark").enable("table")


def reference(site):
    """The page's body and contents."""
    document = yaml.load((site.root / DOCUMENT).read_text(), Loader=Loader)
    (site.directory / "api").mkdir(parents=True, exist_ok=True)
    shutil.copy(site.root / DOCUMENT, site.directory / "api/openapi.yaml")
    page = Reference(document)
    page.write_introduction()
    for tag in document["tags"]:
        page.write_tag(tag)
    page.write_schemas()
    return "".join(page.parts), page.contents


class Loader(yaml.SafeLoader):
    """YAML of which dates stay text, as they are in JSON."""


Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()}


class Reference:
    def __init__(self, document):
        self.document, self.parts, self.contents = document, [], []

    def heading(self, level, text, anchor=None):
        anchor = anchor or slug(text)
        self.contents.append((level, anchor, text))
        self.parts.append(f'<h{level} id="{anchor}">{html.escape(text)}</h{level}>')

    def resolve(self, value):
        while isinstance(value, dict) and "$ref" in value:
            found = self.document
            for step in value["$ref"].removeprefix("#/").split("/"):
                found = found[step]
            value = {**found, **{key: more for key, more in value.items() if key != "$ref"}}
        return value

    def write_introduction(self):
        self.parts.append(
            '<h1>The HTTP interface</h1><p><a href="openapi.yaml">The OpenAPI document</a>, from which this page is '
            "made; every instance serves its own at <code>/openapi.yaml</code>.</p>")
        tokens = parser.parse(self.document["info"]["description"])
        for token, inline in zip(tokens, tokens[1:]):
            if token.type == "heading_open":
                token.attrSet("id", slug(inline.content))
                self.contents.append((2, slug(inline.content), inline.content))
        self.parts.append(wide(parser.renderer.render(tokens, parser.options, {})))

    def write_tag(self, tag):
        self.heading(2, tag["name"])
        self.parts.append(text(tag["description"]))
        for path, item in self.document["paths"].items():
            for method in METHODS:
                if tag["name"] in item.get(method, {}).get("tags", []):
                    self.write_operation(method, path, item[method], item.get("parameters", []))

    def write_operation(self, method, path, operation, shared):
        self.parts.append('<section class="operation">')
        self.heading(3, operation["summary"].replace("`", ""), operation["operationId"])
        self.parts.append(f'<p class="path"><span class="method">{method.upper()}</span> <code>{path}</code></p>')
        self.parts.append(text(operation.get("description", "")))
        if operation.get("security") == []:
            self.parts.append("<p>No credential.</p>")
        self.write_parameters([self.resolve(each) for each in shared + operation.get("parameters", [])])
        if body := self.resolve(operation.get("requestBody")):
            self.parts.append("<h4>Request</h4>")
            self.write_content(body["content"])
        self.parts.append("<h4>Answers</h4>")
        rows = [(status, self.resolve(answer)) for status, answer in operation["responses"].items()]
        self.parts.append(table((f"<code>{status}</code>", text(answer["description"]), self.kinds(answer))
                                for status, answer in rows))
        for _, answer in rows[:1]:
            self.write_content(answer.get("content", {}), only_example=True)
        self.parts.append("</section>")

    def write_parameters(self, parameters):
        if parameters:
            self.parts.append("<h4>Parameters</h4>" + table(
                (f"<code>{each['name']}</code>{need(each.get('required'))}",
                 f"{each['in']}, {self.kind(each['schema'])}", text(each["description"])) for each in parameters))

    def write_content(self, content, only_example=False):
        for media in content.values():
            if not only_example:
                self.parts.append(f"<p>{self.kind(media.get('schema', {}))}</p>")
            if "example" in media:
                self.parts.append(example(media["example"]))

    def kinds(self, answer):
        return ", ".join(self.kind(media["schema"]) or html.escape(name) if media.get("schema") else html.escape(name)
                         for name, media in answer.get("content", {}).items())

    def kind(self, schema):
        """What a value may be, in a few words."""
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            code = schema.get("properties", {}).get("code", {})
            codes = code.get("enum", []) + ([code["const"]] if "const" in code else [])
            said = f": {', '.join(f'<code>{each}</code>' for each in codes)}" if codes else ""
            return f'<a href="#schema-{name.lower()}">{name}</a>{said}'
        if "enum" in schema or "const" in schema:
            return ", ".join(f"<code>{each}</code>" for each in schema.get("enum", [schema.get("const")]))
        if "oneOf" in schema:
            return " or ".join(self.kind(each) for each in schema["oneOf"])
        kinds = schema.get("type", [])
        kinds = [kinds] if isinstance(kinds, str) else kinds
        said = " or ".join(str(each) for each in kinds)
        return f"{said} of {self.kind(schema['items'])}" if schema.get("items") else said

    def write_schemas(self):
        self.heading(2, "Schemas")
        for name, schema in self.document["components"]["schemas"].items():
            self.heading(3, name, f"schema-{name.lower()}")
            self.parts.append(text(schema.get("description", "")))
            self.write_schema(schema)
            for each in schema.get("examples", [])[:1]:
                self.parts.append(example(each))

    def write_schema(self, schema):
        parts = [schema, *schema.get("allOf", [])]
        required = {name for part in parts for name in part.get("required", [])}
        members = {name: member for part in parts for name, member in self.resolve(part).get("properties", {}).items()}
        if members:
            self.parts.append(table(
                (f"<code>{name}</code>{need(name in required | set(schema.get('required', [])))}", self.kind(member),
                 text(member.get("description", ""))) for name, member in members.items()))
        elif said := self.kind(schema):
            self.parts.append(f"<p>{said}</p>")


def text(markdown):
    return wide(parser.render(markdown)) if markdown else ""


def wide(rendered):
    return rendered.replace("<table>", '<div class="wide"><table>').replace("</table>", "</table></div>")


def need(required):
    return ' <span class="need">required</span>' if required else ""


def table(rows):
    cells = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="wide"><table>{cells}</table></div>'


def example(value):
    said = value if isinstance(value, str) else json.dumps(value, indent=2, ensure_ascii=False)
    return f"<pre><code>{html.escape(said)}</code></pre>"
