"""Lays pictures out in columns, each that wide, in one picture:

  python3 scripts/contact_sheet.py PORT OUTPUT COLUMNS WIDTH BACKGROUND PICTURE...
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "deploy/check"))

from webdriver import Browser, wait


def main(port, output, columns, width, background, *pictures):
    sheet = pathlib.Path(output).with_suffix(".html")
    images = "".join(f'<img src="{pathlib.Path(picture).resolve().as_uri()}">' for picture in pictures)
    sheet.write_text(f"""<!doctype html><style>
      body {{ margin: 0; padding: 12px; background: {background}; width: max-content; display: grid; gap: 12px;
        grid-template-columns: repeat({columns}, {width}px); }}
      img {{ width: 100%; }}
      </style>{images}""")
    browser = Browser(int(port))
    try:
        browser.look(1600, 3000)
        browser.visit(sheet.resolve().as_uri())
        loaded = "return [...document.images].every((image) => image.complete && image.naturalWidth)"
        wait("all pictures", lambda: browser.run(loaded))
        browser.screenshot(output)
    finally:
        browser.close()


main(*sys.argv[1:])
