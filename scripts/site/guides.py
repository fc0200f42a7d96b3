"""Guides: the repository's Markdown files."""

import re

from markdown_it import MarkdownIt
from pages import page_of, slug, visible

ATTRIBUTE = re.compile(r'(href|src|srcset)="([^"]+)"')
parser = MarkdownIt("commonmark", {"html": True}).enable("table")


def all_guides(root):
    """The paths of all Markdown files but those of DocC's catalogues."""
    return [str(file.relative_to(root)) for file in visible(root) if file.suffix == ".md"]


class Guide:
    """One Markdown file, and its page."""

    def __init__(self, site, path):
        self.site, self.path, self.page = site, path, page_of(path)
        self.tokens = parser.parse((site.root / path).read_text())
        self.headings = []
        for token, inline in zip(self.tokens, self.tokens[1:]):
            if token.type == "heading_open":
                self.name_heading(token, inline)
        self.title = next((text for level, _, text in self.headings if level == 1), path)

    def name_heading(self, token, inline):
        text = "".join(child.content for child in inline.children if child.type in ("text", "code_inline"))
        anchor, same = slug(text), sum(slug(other) == slug(text) for _, _, other in self.headings)
        anchor = f"{anchor}-{same}" if same else anchor
        token.attrSet("id", anchor)
        self.headings.append((int(token.tag[1]), anchor, text))

    def contents(self):
        return [heading for heading in self.headings if heading[0] in (2, 3)]

    def body(self):
        self.lead(self.tokens)
        return re.sub(r"<table>.*?</table>", r'<div class="wide">\g<0></div>', self.render(self.tokens), flags=re.S)

    def introduction(self):
        """What stands between the title and the first heading after it."""
        ends = [index for index, token in enumerate(self.tokens) if token.type == "heading_open"][1:2]
        tokens = parser.parse("\n".join((self.site.root / self.path).read_text().splitlines()[
            1:self.tokens[ends[0]].map[0] if ends else None]))
        Relocated(self).lead(tokens)
        return self.render(tokens)

    def render(self, tokens):
        return parser.renderer.render(tokens, parser.options, {})

    def lead(self, tokens):
        """Makes links lead to pages of the site."""
        for token in tokens:
            for name in ("href", "src"):
                if address := token.attrGet(name):
                    token.attrSet(name, self.address(address))
            if token.type in ("html_block", "html_inline"):
                token.content = ATTRIBUTE.sub(
                    lambda found: f'{found[1]}="{self.address(found[2])}"', token.content)
            self.lead(token.children or [])

    def address(self, address):
        return self.site.link(self.path, address)


class Relocated(Guide):
    """A guide of the top folder, shown on the index beside it: its links are the same."""

    def __init__(self, guide):
        self.site, self.path = guide.site, guide.path
