"""The pages of the site: one template, and links between them that are relative."""

import html
import os
import posixpath
import re
from pathlib import Path

from navigation import groups

TEMPLATE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="stylesheet" href="{style}">
<link rel="icon" href="{icon}" type="image/svg+xml">
</head>
<body>
<header><a href="{home}">Roundtable</a></header>
<div class="layout">
<details class="site"><summary>All pages</summary><nav aria-label="Site">{navigation}</nav></details>
<main>{body}</main>
<nav class="contents" aria-label="On this page">{contents}</nav>
</div>
<script>if (matchMedia("(min-width: 900px)").matches)
  document.querySelector("details.site").open = true</script>
</body>
</html>
"""


def slug(text):
    """The anchor of a heading, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-")


class Site:
    """Where the pages go, and what was found while they were written."""

    def __init__(self, directory, root):
        self.directory, self.root = directory, root
        self.guides = {}
        # Files and folders that guides lead to, to be shown as they are.
        self.linked = set()
        self.broken = []

    def relative(self, page, other):
        return posixpath.relpath(other, posixpath.dirname(page) or ".") + ("/" if other.endswith("/") else "")

    def link(self, source, address):
        """The address, on the site, of what a link in a Markdown file leads to."""
        if re.match(r"[a-z]+:|#|//", address):
            return address
        path, _, anchor = address.partition("#")
        target = os.path.normpath(os.path.join(os.path.dirname(source), path))
        found = self.root / target
        if target.startswith("..") or not found.exists():
            self.broken.append(f"{source} leads to {address}, which is not there")
            return address
        return self.relative(page_of(source), self.page(target, found)) + (f"#{anchor}" if anchor else "")

    def page(self, target, found):
        """The page that shows a file or folder of the repository."""
        if target.endswith(".md"):
            return page_of(target)
        if target.endswith("openapi.yaml"):
            return "api/index.html"
        self.linked.add(target)
        if found.is_dir():
            self.linked.update(str(file.relative_to(self.root)) for file in visible(found))
            return f"{target}/index.html"
        return target if is_media(target) else f"{target}.html"

    def write(self, page, title, body, contents):
        """A page, with a list of its headings: their level, anchor and text."""
        navigation = "".join(
            f"<h2>{group}</h2><ul>" + "".join(self.entry(page, *entry) for entry in entries) + "</ul>"
            for group, entries in groups(self))
        headings = "" if not contents else "<h2>On this page</h2>" + "".join(
            f'<p class="level{level}"><a href="#{anchor}">{html.escape(text)}</a></p>'
            for level, anchor, text in contents)
        file = self.directory / page
        file.parent.mkdir(parents=True, exist_ok=True)
        name = title if title == "Roundtable" else f"{title} · Roundtable"
        file.write_text(TEMPLATE.format(
            title=html.escape(name), style=self.relative(page, "style.css"), icon=self.relative(page, "icon.svg"),
            body=body, home=self.relative(page, "index.html"), navigation=navigation, contents=headings))

    def entry(self, page, other, name, _):
        current = ' aria-current="page"' if page == other else ""
        return f'<li><a href="{self.relative(page, other)}"{current}>{name}</a></li>'


def page_of(source):
    return re.sub(r"\.md$", ".html", source)


def is_media(path):
    return Path(path).suffix in {".png", ".svg", ".jpg", ".webp"}


def visible(folder):
    """What is in a folder and below, without what is hidden, made by tools, or of DocC's."""
    return [found for found in sorted(folder.rglob("*")) if not any(map(is_hidden, found.relative_to(folder).parts))]


def is_hidden(name):
    return name.startswith((".", "__")) or name.endswith(".docc")
