"""Files and folders of the repository that guides lead to, as they are."""

import html
import shutil

from pages import is_hidden, is_media


def write_source(site, path):
    found = site.root / path
    if found.is_dir():
        page, body = f"{path}/index.html", listing(site, path)
    elif is_media(path):
        (site.directory / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(found, site.directory / path)
        return
    elif path.endswith((".md", "openapi.yaml")):
        return
    else:
        page, body = f"{path}.html", f"<pre><code>{html.escape(found.read_text(errors='replace'))}</code></pre>"
    site.write(page, path, f"<h1>{html.escape(path)}</h1>{body}", [])


def listing(site, path):
    """What is in a folder."""
    folder = site.root / path
    entries = [entry for entry in sorted(folder.iterdir()) if not is_hidden(entry.name)]
    items = []
    for entry in entries:
        target = site.page(str(entry.relative_to(site.root)), entry)
        name = entry.name + ("/" if entry.is_dir() else "")
        items.append(f'<li><a href="{site.relative(f"{path}/index.html", target)}">{html.escape(name)}</a></li>')
    return f"<ul>{''.join(items)}</ul>"
