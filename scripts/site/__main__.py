"""Renders the guides, the reference of the HTTP interface, and an index: python3 scripts/site DIRECTORY."""

import shutil
import sys
from pathlib import Path

from guides import Guide, all_guides
from navigation import groups
from pages import Site
from reference import reference
from sources import write_source


def index(site):
    """The page that leads to all others."""
    sections = []
    for title, entries in groups(site):
        cards = "".join(
            f'<li><a href="{site.relative("index.html", page)}"><strong>{name}</strong><span>{about}</span></a></li>'
            for page, name, about in entries)
        sections.append(f'<h2>{title}</h2><ul class="cards">{cards}</ul>')
    return "<h1>Roundtable</h1>" + site.guides["README.md"].introduction() + "".join(sections)


def main(directory):
    here = Path(__file__).parent
    site = Site(Path(directory), here.parent.parent)
    site.guides = {path: Guide(site, path) for path in all_guides(site.root)}
    for guide in site.guides.values():
        site.write(guide.page, guide.title, guide.body(), guide.contents())
    body, contents = reference(site)
    site.write("api/index.html", "The HTTP interface", body, contents)
    site.write("index.html", "Roundtable", index(site), [])
    # Sources link to nothing, so that those that are linked to are all there are.
    for path in sorted(site.linked):
        write_source(site, path)
    shutil.copy(here / "style.css", site.directory / "style.css")
    shutil.copy(site.root / "Sources/CPlayground/Page/icon.svg", site.directory / "icon.svg")
    if site.broken:
        sys.exit("\n".join(f"error: {problem}" for problem in site.broken))
    print(f"{len(site.guides)} guides, {len(site.linked)} sources that they lead to, and the HTTP interface")


main(sys.argv[1])
