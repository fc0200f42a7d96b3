"""Starts Chromium without a window, to be driven by selenium."""
import shutil

from selenium import webdriver


def start_browser(*arguments):
    """Debian's Chromium and driver, so that selenium downloads neither; its log has warnings and errors only."""
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-dev-shm-usage",
                     *arguments):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "WARNING"})
    return webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver")))
