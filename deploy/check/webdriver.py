"""A browser without a window, spoken to over WebDriver (https://www.w3.org/TR/webdriver2/) with nothing but Python."""
import base64
import json
import shutil
import subprocess
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class Failure(Exception):
    """Something that is not as it should be."""


class Browser:
    """Chromium, until it is closed."""

    motion = "reduce"

    def __init__(self, port):
        self.driver = subprocess.Popen(["chromedriver", f"--port={port}"], stdout=subprocess.DEVNULL)
        self.address = f"http://127.0.0.1:{port}"
        self.session = ""
        wait("chromedriver", self.is_ready)
        options = {
            "binary": shutil.which("chromium"),
            "args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-dev-shm-usage"],
        }
        made = self.call("POST", "/session", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"},
        }}})
        self.session = f"/session/{made['sessionId']}"

    def is_ready(self):
        try:
            return self.call("GET", "/status")["ready"]
        except OSError:
            return False

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.address + self.session + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise Failure(json.load(error)["value"]["message"].split("\n")[0]) from None

    def close(self):
        try:
            self.call("DELETE", "")
        finally:
            self.driver.terminate()
            self.driver.wait()

    def visit(self, url):
        self.call("POST", "/url", {"url": url})

    def reload(self):
        self.call("POST", "/refresh", {})

    def run(self, script, *arguments):
        return self.call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def run_until_done(self, script, *arguments):
        """Runs a script until it calls its last argument."""
        return self.call("POST", "/execute/async", {"script": script, "args": list(arguments)})

    def click(self, selector):
        """Clicks an element where a person would: it must be there, in view and not covered."""
        element = self.call("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]
        self.call("POST", f"/element/{element}/click", {})

    def type(self, selector, text):
        element = self.call("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]
        self.call("POST", f"/element/{element}/value", {"text": text})

    def press(self, key):
        """Presses a key, such as ArrowRight, where the focus is."""
        code = {"ArrowRight": "\ue014", "ArrowDown": "\ue015", "Enter": "\ue007", "Tab": "\ue004"}[key]
        keys = [{"type": "keyDown", "value": code}, {"type": "keyUp", "value": code}]
        self.call("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": keys}]})

    def look(self, width, height, dark=False, mobile=False):
        """Sets the size of the page and the theme."""
        self.devtools(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=mobile)
        self.theme(dark)

    def theme(self, dark):
        self.devtools("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": self.motion}])

    def devtools(self, command, **parameters):
        return self.call("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def screenshot(self, path, selector="body", scale=1):
        """Keeps a picture of an element as far as it is in view, at its size or smaller."""
        clip = self.run("""const box = document.querySelector(arguments[0]).getBoundingClientRect();
            const [right, bottom] = [Math.min(box.right, innerWidth), Math.min(box.bottom, innerHeight)];
            const [x, y] = [Math.max(box.left, 0), Math.max(box.top, 0)];
            return { x: x + scrollX, y: y + scrollY, width: right - x, height: bottom - y };""", selector)
        if min(clip["width"], clip["height"]) < 1:
            raise Failure(f"{selector} is out of view")
        self.capture(path, clip={**clip, "scale": scale})

    def capture(self, path, **parameters):
        """Keeps a picture of what Page.captureScreenshot is told to take."""
        taken = self.devtools("Page.captureScreenshot", **parameters)
        with open(path, "wb") as file:
            file.write(base64.b64decode(taken["data"]))

    def complaints(self):
        """What the console says since it was last asked, but for remarks."""
        entries = self.call("POST", "/se/log", {"type": "browser"})
        return [entry["message"] for entry in entries if entry["level"] in ("SEVERE", "WARNING")]


def wait(what, condition, seconds=30):
    """Returns what a condition comes to, once it is more than nothing."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.01)
    raise Failure(f"waited {seconds} seconds in vain: {what}")
