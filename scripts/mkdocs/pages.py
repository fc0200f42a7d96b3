"""Gives MkDocs its pages: the repository's guides, and the sources that they lead to, at the places where they are."""

import os
import re
from pathlib import Path

from mkdocs.structure.files import File, InclusionLevel

ROOT = Path(__file__).parent.parent.parent
LINK = re.compile(r"\]\(([^)#:]+)")
# What is not text is copied.
MEDIA = (".png", ".svg")
# Sources are to be read from guides: search and navigation have none of them.
SOURCE = "---\nsearch:\n  exclude: true\n---\n# {}\n\n{}\n"


class Source(File):
    """A file or a folder, and the page that shows it."""

    def __init__(self, path, config):
        super().__init__(path, str(ROOT), config.site_dir, False, dest_uri=f"{path}.html")
        self.inclusion = InclusionLevel.NOT_IN_NAV
        found = ROOT / path
        if path.endswith("openapi.yaml"):
            self.content_string = f"[OAD({found.name})]"
        elif found.is_dir():
            names = [file.relative_to(found) for file in visible(found)]
            self.content_string = SOURCE.format(path, "\n".join(f"- [{name}]({found.name}/{name})" for name in names))
        else:
            fence = "~" * 8
            self.content_string = SOURCE.format(path, f"{fence}{found.suffix[1:]}\n{found.read_text()}\n{fence}")

    def is_documentation_page(self):
        return True


def visible(folder):
    """The files in a folder and below, without what is hidden, made by tools, or of DocC's."""
    for found in sorted(folder.iterdir()):
        if not found.name.startswith((".", "__")) and found.suffix != ".docc":
            yield from visible(found) if found.is_dir() else [found]


def on_files(files, config):
    """Called by MkDocs, with what DocC has made."""
    for file in files:
        # NB: DocC's pages look at their own address, and find nothing at that of the file.
        file.use_directory_urls = True
    guides = [file for file in visible(ROOT) if file.suffix == ".md"]
    linked = {ROOT / config.theme["logo"]}
    for guide in guides:
        for link in LINK.findall(guide.read_text()):
            found = Path(os.path.normpath(guide.parent / link))
            if found.exists():
                linked.add(found)
            if found.is_dir():
                linked.update(visible(found))
    for found in sorted({*guides, *linked}):
        path = str(found.relative_to(ROOT))
        files.append(
            File(path, str(ROOT), config.site_dir, False) if path.endswith((".md", *MEDIA)) else Source(path, config))
    return files
