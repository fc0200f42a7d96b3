"""The order in which the site is read. Guides that are not named here come last, and deploy/check/docs complains."""

import html
import re

ORDER = [
    ("Begin", {
        "README.md": "What it is, two commands, and where to go next",
        "docs/playground.md": "Everybody’s phone on one page, to play without an iPhone",
        "docs/one-turn.md": "A game over HTTP, with curl",
        "docs/games.md": "The games that come with it",
        "Examples/OwnGame/README.md": "A package with one more game",
    }),
    ("Apps", {
        "docs/app.md": "The kit for iMessage games, and how to do without it",
        "Examples/IceCreamMessages/README.md": "An Xcode project that plays",
        "docs/who-is-who.md": "How a service learns names that every phone keeps to itself",
        "docs/permissions.md": "Every request, and whom it answers",
        "docs/quotas.md": "How much a player or an address may use",
    }),
    ("Running it", {
        "docs/deployment.md": "The first time, a new version, backup, keys, alerts",
        "docs/settings.md": "Flags, environment, and what holds without them",
        "docs/operations.md": "The operators' commands",
        "docs/cluster.md": "Sessions on many machines",
        "docs/stored-data.md": "What is kept about people, why, and for how long",
        "deploy/README.md": "Files for systemd, containers, nginx and PgBouncer, and their checks",
        "deploy/prometheus/README.md": "Every metric and alert",
        "CHANGELOG.md": "What each release changes, and what it promises",
    }),
    ("Inside", {
        "docs/architecture.md": "The modules, and the life of a turn",
        "docs/performance.md": "What a turn costs",
        "deploy/benchmark/README.md": "How that is measured",
        "docs/building.md": "Where the time of a first build goes",
        "CONTRIBUTING.md": "A game, an endpoint, a field, a language",
    }),
]


def groups(site):
    """Each group's title, and of its pages the address, the name and a line about it."""
    named = {path for _, guides in ORDER for path in guides}
    rest = {path: "" for path in site.guides if path not in named}
    found = [
        (title, [guide(site, path, about) for path, about in guides.items() if path in site.guides])
        for title, guides in ORDER + [("More", rest)]]
    found.insert(1, ("Tutorials", list(tutorials(site))))
    interface = ("api/index.html", "The HTTP interface", "Every request and answer")
    found.insert(3, ("Reference", [interface, *modules(site)]))
    return [(title, entries) for title, entries in found if entries]


def guide(site, path, about):
    return site.guides[path].page, html.escape(site.guides[path].title), about


def tutorials(site):
    """The tutorials that DocC has made pages of, with their first sentence."""
    for file in sorted(site.root.glob("Sources/*/*.docc/*.tutorial"), reverse=True):
        if found := re.search(r'@Tutorial\(.*?@Intro\(title: "([^"]+)"\) \{\s*([^.:]+)', file.read_text(), flags=re.S):
            page = f"swift/tutorials/{file.parent.stem.lower()}/{file.stem.lower()}/"
            if (site.directory / page).exists():
                yield page, html.escape(found[1]), html.escape(" ".join(found[2].split()))


def modules(site):
    """The Swift modules that DocC has made pages of, with the first sentence of their catalogue."""
    for catalogue in sorted(site.root.glob("Sources/*/*.docc")):
        # NB: DocC's pages look at their own address, and find nothing at that of the file.
        page = f"swift/documentation/{catalogue.stem.lower()}/"
        if not (site.directory / page).exists():
            continue
        landing = (catalogue / f"{catalogue.stem}.md").read_text()
        about = next(line for line in landing.splitlines()[1:] if line.strip())
        yield page, catalogue.stem, html.escape(about.replace("`", "").partition(". ")[0].rstrip("."))
