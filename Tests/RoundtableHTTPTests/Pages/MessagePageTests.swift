internal import GameRules
@testable internal import RoundtableHTTP
internal import TestSupport
internal import Testing

@Suite("The page of a message")
struct MessagePageTests {
    private func page(_ standing: MessagePage.Standing = .goingOn, language: String = "en") -> MessagePage {
        MessagePage(
            gameTitle: "Four in a Row", summary: "Amber took the centre",
            pictureDescription: "A rack with one red disc",
            seats: [
                MessagePage.Seat(name: "Amber", state: .taken, isToAct: false),
                MessagePage.Seat(name: "Player 2", state: .open, isToAct: true),
                MessagePage.Seat(name: "Player 3", state: .closed, isToAct: false),
            ],
            standing: standing, pageURL: "https://games.example/m/t0k3n",
            pictureURL: "https://games.example/m/t0k3n.png", language: language)
    }

    @Test(
        "a link preview finds the title, the sentence and the picture",
        arguments: [
            #"<meta property="og:title" content="Four in a Row">"#,
            #"<meta property="og:description" content="Amber took the centre">"#,
            #"<meta property="og:url" content="https://games.example/m/t0k3n">"#,
            #"<meta property="og:image" content="https://games.example/m/t0k3n.png">"#,
            #"<meta property="og:image:width" content="900">"#,
            #"<meta property="og:image:height" content="900">"#,
            #"<meta name="twitter:card" content="summary">"#,
            #"<meta name="robots" content="noindex">"#,
        ])
    func previewTags(tag: String) {
        #expect(page().html().contains(tag))
    }

    @Test("the page names every seat and whose turn it is")
    func seats() {
        let html = page().html()
        #expect(html.contains(#"<span class="name"><bdi>Amber</bdi></span><span class="note"></span>"#))
        #expect(html.contains(#"<span class="name"><bdi>Player 2</bdi></span><span class="note">To play</span>"#))
        #expect(html.contains(#"<span class="name"><bdi>Player 3</bdi></span><span class="note">Not playing</span>"#))
    }

    @Test(
        "the page says how the message and its game stand",
        arguments: [
            (MessagePage.Standing.goingOn, "Game in progress"), (.over, "Game over"),
            (.notSent, "has not been sent yet"),
            (.overtaken, "was overtaken"), (.cancelled, "took this message back"),
        ])
    func standings(standing: MessagePage.Standing, words: String) {
        let html = page(standing).html()
        #expect(html.contains(words))
        #expect(html.contains("To play") == (standing == .goingOn))
    }

    @Test(
        "whatever people typed is text, never markup",
        arguments: [#"<script>alert("1")</script>"#, #"" onerror="x"#, "'&amp;"])
    func escaping(evil: String) {
        var page = page()
        page.gameTitle = evil
        page.summary = evil
        page.pictureDescription = evil
        page.seats = [MessagePage.Seat(name: evil, state: .taken, isToAct: true)]
        page.pageURL = evil
        page.pictureURL = evil
        page.language = evil
        #expect(!page.html().contains(evil))
    }

    @Test("a quotation mark with a combining accent does not end an attribute")
    func combiningCharacters() {
        var page = page()
        page.pictureDescription = "\"\u{301} onerror=x <\u{301}b"
        let scalars = Array(page.html().unicodeScalars)
        #expect(!zip(scalars, scalars.dropFirst()).contains { ($0 == "\"" || $0 == "<") && $1 == "\u{301}" })
        #expect(page.html().contains("&quot"))
    }

    @Test(
        "the page speaks the reader's language, or English",
        arguments: [
            ("de-AT", #"lang="de" dir="ltr""#, "Spiel läuft"), ("pl_PL", #"lang="pl" dir="ltr""#, "Gra trwa"),
            ("en-GB", #"lang="en" dir="ltr""#, "Game in progress"), ("xx", #"lang="en" dir="ltr""#, "Game in progress"),
            ("ar-EG", #"lang="ar" dir="rtl""#, "اللعبة جارية"),
        ])
    func languages(wanted: String, spoken: String, words: String) {
        let html = page(language: wanted).html()
        #expect(html.contains("<html \(spoken)>"))
        #expect(html.contains(#"<h1 lang="\#(wanted)" dir="#))
        #expect(html.contains(words))
    }

    @Test("what is written in another direction than the page's words says so")
    func directions() {
        let html = page(language: "he").html()
        #expect(html.contains(#"<html lang="en" dir="ltr">"#) && html.contains(#"<h1 lang="he" dir="rtl">"#))
    }

    @Test("every word of the pages is written in every language, and none is left over")
    func translations() {
        #expect(PageWords.catalog.keys(in: "en") == PageWords.Word.allCases.map(\.rawValue).sorted())
        for language in ["ar", "de", "en", "pl"] { #expect(PageWords.catalog.flaws(in: language) == []) }
    }

    @Test("pages fetch nothing but the picture and run no scripts")
    func selfContained() {
        let html = page().html()
        #expect(!html.contains("<script") && !html.contains("url(") && !html.contains("@import"))
        #expect(html.split(separator: " src=").count == 2)
        #expect(MessagePage.contentSecurityPolicy.hasPrefix("default-src 'none'; img-src 'self'"))
    }

    @Test(
        "an unknown token gets a page that explains",
        arguments: [("en", "Nothing to see"), ("de", "nichts zu sehen"), ("ar", #"dir="rtl""#)])
    func unknown(language: String, words: String) {
        let html = ErrorPage(language: language).html()
        #expect(html.contains(words) && html.contains(#"content="noindex""#))
        #expect(!html.contains("{{"))
    }
}
