"""How the playground's page looks and is operated: called by playground.py."""
import re
import subprocess

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support import expected_conditions
from selenium.webdriver.support.select import Select

from playground_table import begin_for_two, begin_ice_cream

# The phones that don't show their newest message; none of them shows all.
OUT_OF_VIEW = """
return [...document.querySelectorAll('.transcript')].filter((transcript) => {
  const [all, card] = [transcript, [...transcript.querySelectorAll('.card')].at(-1)]
    .map((element) => element.getBoundingClientRect());
  const isLong = transcript.scrollHeight > transcript.clientHeight;
  return !isLong || card.top < all.top - 1 || card.bottom > all.bottom + 1;
}).map((transcript) => transcript.ariaLabel);
"""


def keyboard(table):
    """The board is played without a mouse."""
    begin_for_two(table, "tic-tac-toe")
    table.browser.execute_script("document.querySelector('#phone-0 .picture [tabindex=\"0\"]').focus()")
    ActionChains(table.browser).send_keys(Keys.ARROW_RIGHT, Keys.ARROW_DOWN, Keys.ENTER).perform()
    texts = table.until("a message", lambda phones: phones[0]["staged"])[0]["texts"]
    assert "centre" in " ".join(texts), f"the keys led elsewhere: {texts}"
    table.wait.until(
        lambda browser: browser.switch_to.active_element.get_dom_attribute("data-do") == "send",
        "after a move by the keyboard, Send has not got the focus")
    for number, action in ((0, "cancel"), (0, "send"), (1, "send")):
        if not table.phone(number)["staged"]:
            table.stage(number, ".picture [data-move]")
        table.find(f"#phone-{number} [data-do={action}]").send_keys(Keys.ENTER)
        table.until(f"after {action}", lambda phones: not phones[number]["staged"])
        focused = table.browser.switch_to.active_element
        assert focused in table.browser.find_elements(By.CSS_SELECTOR, f"#phone-{number} *"), (
            f"after {action} the focus is elsewhere: {focused.get_property('outerHTML')[:80]}")
        table.keep_up()
    print("keyboard: arrows and Enter move, the focus stays on the phone")


def requests(table):
    """A request is shown without its credential, and copied as a command that works."""
    begin_ice_cream(table, 2)
    table.click(0, '[data-do="refresh"]')
    table.wait.until(expected_conditions.text_to_be_present_in_element(
        (By.CSS_SELECTOR, "#requests li:first-child"), "GET"), "no request is shown")
    newest = table.find("#requests li:first-child")
    name = newest.find_element(By.CLASS_NAME, "what").get_property("textContent")
    assert name.startswith("Amber’s phone: GET"), f"a request is called {name}"
    newest.find_element(By.TAG_NAME, "summary").click()
    table.browser.execute_cdp_cmd(
        "Browser.grantPermissions", {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})
    newest.find_element(By.CLASS_NAME, "copy-curl").click()
    table.wait.until(lambda _: newest.find_elements(By.CSS_SELECTOR, "[data-copied]"), "nothing is copied")
    command = table.browser.execute_async_script("navigator.clipboard.readText().then(arguments[0])")
    credential = re.match(r"TOKEN='(.+)'", command)[1]
    assert credential not in table.browser.page_source, "a credential is on the page"
    answer = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=30).stdout
    assert '"game":"ice-cream"' in answer, f"the copied command does not work: {command}: {answer}"
    print("requests: what is copied works, and the page shows no credential")


def directions(table):
    """A message in Arabic runs from right to left, whatever its caption ends in."""
    begin_for_two(table, "chess")

    def directions_of(selector):
        texts = table.browser.find_elements(By.CSS_SELECTOR, selector)
        return [text.value_of_css_property("direction") for text in texts]

    table.click(0, ".menu > summary")
    Select(table.find("#phone-0 .menu select")).select_by_value("ar")
    table.wait.until(expected_conditions.presence_of_element_located(
        (By.CSS_SELECTOR, "#phone-0 [value=ar][selected]")), "Arabic is not chosen")
    table.click(0, ".menu > summary")
    table.choose(0, "e2e4")
    staged = directions_of(".words")
    table.send(0)
    table.keep_up()
    captions = directions_of(".bubble:last-child .captions")
    assert staged + captions == ["rtl"] * 3, f"Arabic runs: {staged}, {captions}"
    table.expect_none("texts whose direction is not their own", ".captions, .titles, .words, .summary .line",
                      "element.dir !== 'auto'")
    table.picture("directions", "#phone-1")
    print("directions: Arabic captions run from right to left")


def public_page(table):
    """Beside a message is the page for people without the app, which shows the same game."""
    begin_ice_cream(table, 3)
    table.move(2, "Topping=topping02")
    table.keep_up()
    table.move(1, "Topping=topping07")
    table.keep_up()
    playground = table.browser.current_url
    table.browser.get(table.find("#phone-0 li:last-child .side a").get_property("href"))
    shown = table.browser.title
    assert shown == "Ice cream · Ben likes Strawberry Sauce!", f"the page for people without the app says: {shown}"
    table.picture_everywhere("public", on_phone=None)
    table.browser.get(playground)
    table.until("phones", lambda phones: len(phones) == 3)
    print("public page: it shows the game of the message that it is beside")


def narrow(table):
    """Loaded on a phone the page shows the newest message, and the requests when asked; at a desk they are put away."""
    begin_ice_cream(table, 2)
    for game in ("chess", "tic-tac-toe"):
        table.click(0, '[data-do="close"]')
        table.until("no app", lambda phones: phones[0]["game"] is None)
        table.begin(game)
    for width, shown in ((360, False), (1440, True)):
        table.look(width, 1000)
        table.browser.refresh()
        table.until("phones", lambda phones: len(phones) == 2 and phones[1]["newest"])
        table.wait.until(expected_conditions.element_attribute_to_include(
            (By.TAG_NAME, "body"), "data-drawn"), "the page is not drawn")
        hidden = table.browser.execute_script(OUT_OF_VIEW)
        assert not hidden, f"loaded at {width} px, the newest message is out of view on: {hidden}"
        for click in range(4):
            table.wait.until(
                lambda browser: bool(browser.find_elements(By.CSS_SELECTOR, "#requests li")) == shown,
                f"requests at {width} px, clicked {click} times: not {shown}")
            table.find("#toggle-requests").click()
            shown = not shown
    print("narrow: loaded at 360 px, the newest message is in view, and the requests are shown and hidden")


def sizes(table):
    """Nothing is cut off at the side, from the narrowest phone to the widest desk, on light and on dark."""
    begin_ice_cream(table, 3)
    table.choose(0, "Topping=topping01")
    for width in (360, 1440, 2560):
        for dark in (False, True):
            table.look(width, 1000, dark)
            table.browser.execute_script("scrollTo(0, 0); document.activeElement.blur()")
            table.check_side(f"at {width} px")
            table.look(width, 1000, dark, scale=0.75 if width > 360 else 1)
            table.picture(f"page-{width}-{'dark' if dark else 'light'}")
    begin_ice_cream(table, 6)
    table.check_sides("six phones", 1440, 2560)
    print("sizes: 360, 1440 and 2560 px, light and dark; six phones at 1440 and 2560 px")
