"""Follows every link, anchor and picture of the built site: python3 deploy/check/docs_links.py DIRECTORY."""

import json
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """What a page leads to, and the anchors that others may lead to."""

    def __init__(self, file):
        super().__init__()
        self.links, self.anchors = [], set()
        self.feed(file.read_text())

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id":
                self.anchors.add(value)
            elif name in ("href", "src"):
                self.links.append(value)
            elif name == "srcset":
                self.links += [each.split()[0] for each in value.split(",")]


def broken_link(site, pages, file, link):
    """What is wrong with a link; nothing with those that leave the site."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return None
    target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
    if target.is_dir():
        target /= "index.html"
    if not target.is_relative_to(site) or not target.is_file():
        return "is not there"
    if parts.fragment and unquote(parts.fragment) not in (pages[target].anchors if target in pages else ()):
        return "has no such anchor"
    return None


def broken_references(swift, file):
    """What DocC's pages refer to and is not there."""
    for reference in json.loads(file.read_text()).get("references", {}).values():
        url = reference.get("url", "")
        if url.startswith(("/documentation", "/tutorials")):
            # NB: a chapter has no page of its own, but a place on that of its table of contents.
            pages = [url.partition("#")[0]] + [url.rpartition("/")[0]] * url.startswith("/tutorials")
            if not any((swift / f"data{page}.json").is_file() for page in pages):
                yield url
        for variant in reference.get("variants", []):
            if variant["url"].startswith("/") and not (swift / variant["url"].lstrip("/")).is_file():
                yield variant["url"]


def flaws_of_index(index):
    """What the page that leads to all others lacks."""
    text = index.read_text()
    if "<h2>More</h2>" in text:
        yield "a guide has no place in the order of scripts/site/navigation.py: see “More” on the index"
    if "<img" not in text.partition("<main>")[2]:
        yield "the index shows no picture"
    if 'rel="icon"' not in text:
        yield "the site has no icon"


def main(directory):
    site = Path(directory).resolve()
    swift = site / "swift"
    pages = {file: Page(file) for file in site.rglob("*.html") if not file.is_relative_to(swift)}
    documented = sorted((swift / "data").rglob("*.json"))
    problems = [
        f"{file.relative_to(site)} leads to {link}, which {problem}"
        for file, page in pages.items() for link in page.links
        if (problem := broken_link(site, pages, file, link))]
    problems += [
        f"{file.relative_to(site)} leads to {url}, which is not there"
        for file in documented for url in broken_references(swift, file)]
    problems += flaws_of_index(site / "index.html")
    if problems:
        sys.exit("\n".join(f"error: {problem}" for problem in problems))
    links = sum(len(page.links) for page in pages.values())
    if len(pages) < 20 or links < 1000 or len(documented) < 100:
        sys.exit(f"error: that is not the whole site: {len(pages)} pages, {links} links, {len(documented)} of DocC's")
    print(f"links: {links} on {len(pages)} pages, and those of {len(documented)} of DocC's")


main(sys.argv[1])
