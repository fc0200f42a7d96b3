import Foundation
import GameRules
import RoundtableModel
import TestSupport
import Testing

@testable import Roundtable
@testable import RoundtableHTTP

@Suite("The page of a message")
struct MessagePageTests {
    private static let noon = Date(timeIntervalSince1970: 1_800_014_400)

    private func page(_ standing: MessagePage.Standing = .goingOn, language: String = "en") -> MessagePage {
        MessagePage(
            gameTitle: "Four in a Row",
            preview: MessagePage.Scene(
                summary: "Amber took the centre", pictureDescription: "A rack with one red disc",
                pictureURL: "https://games.example/m/t0k3n.png"),
            board: MessagePage.Scene(
                summary: "Ben took the edge", pictureDescription: "A rack with two discs", pictureURL: "n3w.png"),
            seats: [
                MessagePage.Seat(name: "Amber", state: .taken, isToAct: false),
                MessagePage.Seat(name: "Player 2", state: .open, isToAct: true),
                MessagePage.Seat(name: "Player 3", state: .closed, isToAct: false),
            ],
            standing: standing, isOver: standing == .over,
            history: PublicPage.History(
                events: [
                    PublicPage.Entry(revision: 1, summary: "Amber took the centre", at: Self.noon),
                    PublicPage.Entry(revision: 2, summary: "Ben took the edge", at: Self.noon),
                ], total: 2),
            updatedAt: Self.noon, now: Self.noon.addingTimeInterval(7300),
            pageURL: "https://games.example/m/t0k3n", token: "t0k3n", language: language)
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
            #"<meta name="twitter:title" content="Four in a Row">"#,
            #"<meta name="twitter:image" content="https://games.example/m/t0k3n.png">"#,
            #"<meta name="twitter:image:alt" content="A rack with one red disc">"#,
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
            (.notSent, "does not count so far"),
            (.overtaken, "was overtaken"), (.cancelled, "took this message back"),
        ])
    func standings(standing: MessagePage.Standing, words: String) {
        let html = page(standing).html()
        #expect(html.contains(words))
        #expect(html.contains("To play") == (standing != .over))
    }

    @Test(
        "whatever people typed is text, never markup",
        arguments: [#"<script>alert("1")</script>"#, #"" onerror="x"#, "'&amp;"])
    func escaping(evil: String) {
        var page = page()
        page.gameTitle = evil
        let scene = MessagePage.Scene(summary: evil, pictureDescription: evil, pictureURL: evil)
        (page.preview, page.board) = (scene, scene)
        page.seats = [MessagePage.Seat(name: evil, state: .taken, isToAct: true)]
        page.history = PublicPage.History(
            events: [PublicPage.Entry(revision: 2, summary: evil, at: Self.noon)], total: 2)
        page.app = AppIdentity(storeID: evil)
        page.token = evil
        page.pageURL = evil
        page.language = evil
        #expect(!page.html().contains(evil))
    }

    @Test("a quotation mark with a combining accent does not end an attribute")
    func combiningCharacters() {
        var page = page()
        page.board.pictureDescription = "\"\u{301} onerror=x <\u{301}b"
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

    @Test("pages fetch nothing but the picture, and run no script but the one that follows the game")
    func selfContained() {
        let html = page().html()
        #expect(!html.contains("url(") && !html.contains("@import") && !html.contains(" style="))
        #expect(html.split(separator: " src=").count == 2 && html.split(separator: "<script").count == 2)
        #expect(html.contains("<script>\(PageTemplate.script)</script>"))
        #expect(html.contains("<style>\(PageTemplate.style)</style>"))
        let policy = PageTemplate.contentSecurityPolicy
        #expect(policy.hasPrefix("default-src 'none'; img-src 'self'; style-src 'sha256-"))
        #expect(!policy.contains("unsafe"))
    }

    @Test("the page shows the newest board, and previews show the message's own")
    func board() {
        let html = page().html()
        #expect(html.contains(#"<img class="picture" src="n3w.png" width="900" height="900" alt="A rack with two"#))
        #expect(html.contains(#"data-part="summary">Ben took the edge</p>"#))
        #expect(html.contains(#"data-revision="2" data-changes="t0k3n/changes""#))
    }

    @Test("a page of a game that is over follows nothing")
    func over() { #expect(page(.over).html().contains(#"data-changes="""#)) }

    @Test("the history leads to the board after each event, and says which one is shown")
    func history() {
        let html = page().html()
        #expect(html.contains(#"<a href="?revision=1" lang="en" dir="ltr">Amber took the centre</a>"#))
        #expect(html.contains(#"<a href="?revision=2" aria-current="true" lang="en" dir="ltr">Ben took the edge</a>"#))
        #expect(html.contains(#"<time datetime="2027-01-15T12:00:00Z" data-local>"#))
        #expect(html.contains(#"rel="prev" href="?revision=1""#) && !html.contains(#"rel="next""#))
    }

    @Test("an earlier board leads to the newest one, and says nothing of whose turn it was")
    func earlierBoard() {
        var page = page()
        page.earlierRevision = 1
        let html = page.html()
        #expect(html.contains(#"<a id="newest" href="t0k3n">"#) && html.contains(#"rel="next" href="?revision=2""#))
        #expect(!html.contains("To play") && !html.contains(#"rel="prev""#))
    }

    @Test(
        "it says since when it is somebody's turn",
        arguments: [
            ("en", 59, "(waiting for less than a minute)"), ("en", 60, "(waiting for a minute)"),
            ("de", 7300, "seit 2 Stunden"),
            ("pl", 300, "od 5 minut"), ("ar", 7300, "منذ ساعتين"), ("ar", 86_400 * 11, "منذ 11 يومًا"),
            ("en", 86_400 * 400, "(waiting for 400 days)"), ("en", -5, "(waiting for less than a minute)"),
        ])
    func turn(language: String, seconds: Int, words: String) {
        var page = page(language: language)
        page.now = Self.noon.addingTimeInterval(TimeInterval(seconds))
        #expect(page.html().contains(">\(words)</time>"))
    }

    @Test("it says when the turn is over, in the title too, for the script to tell by the reader's clock")
    func deadline() {
        var page = page()
        #expect(!page.html().contains("Until"))
        page.deadline = Self.noon
        let html = page.html()
        let time = PageWords.best(for: "en").time(Self.noon)
        #expect(html.contains(#"Until <time datetime="2027-01-15T12:00:00Z" data-local>\#(time)</time>"#))
        let title = html.firstMatch(of: /<title>(.*)<\/title>/)?.1
        #expect(title?.hasPrefix("Four in a Row · Until ") == true && title?.contains("UTC · Ben took") == true)
        page.earlierRevision = 1
        #expect(!page.html().contains("Until"))
    }

    @Test("the clock, the options and the series are told", arguments: ["en", "de", "pl", "ar"])
    func settings(language: String) {
        var page = page(language: language)
        let words = PageWords.best(for: language)
        #expect(!page.html().contains(words[.settings]))
        page.clock = SessionView.Clock(turnSeconds: 259_200, bankSeconds: 7200, atEnd: .forfeit, paused: true)
        page.options = [(name: "rows", value: "4")]
        page.gameOfSeries = 3
        page.seats[0].gamesWon = 2
        page.isLive = true
        let html = page.html()
        for text in [
            words[.settings], words[.timeForTurn], words.text(.days, 3), words.text(.hours, 2), words[.atEndForfeit],
            words[.clockStopped], words.text(.series, 3), words.text(.gamesWon, 2), words[.live],
            #"<code dir="ltr">rows</code></dt><dd><code dir="ltr">4</code>"#,
        ] {
            #expect(html.contains(text), "\(text)")
        }
        #expect(!html.contains("{{"))
    }

    @Test("of many who are to act some are named, and the others counted")
    func manyToAct() {
        var page = page()
        page.seats = (1...9).map { MessagePage.Seat(name: "Player \($0)", state: .taken, isToAct: true) }
        #expect(page.html().contains("To play: <bdi>Player 1</bdi>, <bdi>Player 2</bdi>, <bdi>Player 3</bdi> +6 <time"))
    }

    @Test(
        "an unknown token gets a page that explains",
        arguments: [("en", "Nothing to see"), ("de", "nichts zu sehen"), ("ar", #"dir="rtl""#)])
    func unknown(language: String, words: String) {
        let html = ErrorPage.unknown(for: [language]).html()
        #expect(html.contains(words) && html.contains(#"content="noindex""#))
        #expect(!html.contains("{{"))
    }
}
