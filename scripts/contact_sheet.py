"""Lays pictures out in columns, each that wide, in one picture:

  python3 scripts/contact_sheet.py OUTPUT COLUMNS WIDTH BACKGROUND PICTURE...
"""
import pathlib
import sys

from selenium.webdriver.common.by import By

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "deploy/check"))

from browser import start_browser


def main(output, columns, width, background, *pictures):
    sheet = pathlib.Path(output).with_suffix(".html")
    images = "".join(f'<img src="{pathlib.Path(picture).resolve().as_uri()}">' for picture in pictures)
    sheet.write_text(f"""<!doctype html><style>
      body {{ margin: 0; padding: 12px; background: {background}; width: max-content; display: grid; gap: 12px;
        grid-template-columns: repeat({columns}, {width}px); }}
      img {{ width: 100%; }}
      </style>{images}""")
    with start_browser("--window-size=1600,3000") as browser:
        browser.get(sheet.resolve().as_uri())
        assert browser.execute_script("return [...document.images].every((image) => image.naturalWidth)"), "no picture"
        browser.find_element(By.TAG_NAME, "body").screenshot(output)


main(*sys.argv[1:])
