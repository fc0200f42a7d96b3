"""Follows the references of DocC's pages; MkDocs does those of all others: deploy/check/docs_links.py DIRECTORY."""

import json
import sys
from pathlib import Path


def broken_references(swift, file):
    """What a page refers to and is not there."""
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


def main(directory):
    swift = Path(directory)
    pages = sorted((swift / "data").rglob("*.json"))
    problems = [
        f"error: {page.relative_to(swift)} leads to {url}, which is not there"
        for page in pages for url in broken_references(swift, page)]
    if problems or len(pages) < 100:
        sys.exit("\n".join(problems) or f"error: those are not all of DocC's pages: {len(pages)}")
    print(f"links: those of {len(pages)} of DocC's pages")


main(sys.argv[1])
