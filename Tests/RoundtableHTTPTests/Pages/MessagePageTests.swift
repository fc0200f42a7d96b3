import Foundation
import GameRules
import HTTPConnection
import NIOCore
@_spi(Roundtable) import RoundtableModel
import TestSupport
import Testing

@testable import Roundtable
@testable import RoundtableHTTP

@Suite("The page of a message")
struct MessagePageTests {
    private static let noon = Date(timeIntervalSince1970: 1_800_014_400)

    /// A page of four in a row.
    ///
    /// - Parameter words: what stands in place of all texts; nil for those of a usual game.
    private func page(
        _ status: MessageStatus = .latest, language: String = "en", isEarlier: Bool = false, isLive: Bool = false,
        options: GameJSON = .emptyObject, words: String? = nil, description: String = "A rack with two discs",
        after seconds: Int = 7300, changing change: (inout SessionView) -> Void = { _ in }
    ) -> MessagePage {
        let first = words ?? "Amber took the centre"
        var session = SessionView(
            id: SessionID(UUID()), game: "four-in-a-row", rules: 1, revision: 2, state: .active, toAct: [1],
            seats: [
                SessionView.Seat(seat: 0, state: .taken, you: false, attribution: words ?? "Amber"),
                SessionView.Seat(seat: 1, state: .open, you: false, attribution: words ?? "Player 2"),
                SessionView.Seat(seat: 2, state: .closed, you: false, attribution: words ?? "Player 3"),
            ], board: .emptyObject)
        change(&session)
        let page = PublicPage(
            session: session, keptSeats: [],
            preview: ComposedTexts(
                caption: nil, subcaption: nil, trailingCaption: nil, trailingSubcaption: nil, imageTitle: nil,
                imageSubtitle: nil, summary: first, accessibilityLabel: words ?? "A rack with one red disc",
                mediaURL: nil),
            status: status,
            address: MessageAddress(
                token: MessageToken(rawValue: words ?? "t0k3n"),
                page: WebAddress(words ?? "https://games.example/m/t0k3n"),
                image: WebAddress(words ?? "https://games.example/m/t0k3n.png")),
            board: PublicPage.Board(
                revision: isEarlier ? 1 : 2, isNewest: !isEarlier, summary: words ?? "Ben took the edge",
                accessibilityLabel: words ?? description, picture: MessageToken(rawValue: words ?? "n3w")),
            history: PublicPage.History(
                events: [
                    PublicPage.Entry(revision: 1, summary: first, at: Self.noon),
                    PublicPage.Entry(revision: 2, summary: words ?? "Ben took the edge", at: Self.noon),
                ], total: 2),
            updatedAt: Self.noon, seed: nil, options: options, isLive: isLive, language: words ?? language)
        return MessagePage(
            page: page, token: page.address.token, gameTitle: words ?? "Four in a Row",
            now: Self.noon.addingTimeInterval(TimeInterval(seconds)), app: AppIdentity(storeID: words))
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
            (MessageStatus.latest, SessionState.active, "Game in progress"), (.earlier, .waiting, "Game in progress"),
            (.latest, .finished, "Game over"), (.earlier, .abandoned, "Game over"),
            (.draft, .active, "does not count so far"), (.overtaken, .active, "was overtaken"),
            (.cancelled, .active, "took this message back"),
        ])
    func standings(status: MessageStatus, state: SessionState, words: String) {
        let html = page(status) { $0.state = state }.html()
        #expect(html.contains(words))
        #expect(html.contains("To play") == (words != "Game over"))
    }

    @Test(
        "whatever people typed is text, never markup",
        arguments: [#"<script>alert("1")</script>"#, #"" onerror="x"#, "'&amp;"])
    func escaping(evil: String) {
        #expect(!page(words: evil).html().contains(evil))
    }

    @Test("a quotation mark with a combining accent does not end an attribute")
    func combiningCharacters() {
        let html = page(description: "\"\u{301} onerror=x <\u{301}b").html()
        let scalars = Array(html.unicodeScalars)
        #expect(!zip(scalars, scalars.dropFirst()).contains { ($0 == "\"" || $0 == "<") && $1 == "\u{301}" })
        #expect(html.contains("&quot"))
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
    func over() { #expect(page { $0.state = .finished }.html().contains(#"data-changes="""#)) }

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
        let html = page(isEarlier: true).html()
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
        #expect(page(language: language, after: seconds).html().contains(">\(words)</time>"))
    }

    @Test("it says when the turn is over, in the title too, for the script to tell by the reader's clock")
    func deadline() {
        #expect(!page().html().contains("Until"))
        let html = page { $0.deadline = Self.noon }.html()
        let time = PageWords.best(for: "en").time(Self.noon)
        #expect(html.contains(#"Until <time datetime="2027-01-15T12:00:00Z" data-local>\#(time)</time>"#))
        let title = html.firstMatch(of: /<title>(.*)<\/title>/)?.1
        #expect(title?.hasPrefix("Four in a Row · Until ") == true && title?.contains("UTC · Ben took") == true)
        #expect(!page(isEarlier: true) { $0.deadline = Self.noon }.html().contains("Until"))
    }

    @Test("the clock, the options and the series are told", arguments: ["en", "de", "pl", "ar"])
    func settings(language: String) {
        let words = PageWords.best(for: language)
        #expect(!page(language: language).html().contains(words[.settings]))
        let html = page(language: language, isLive: true, options: ["rows": 4, "columns": nil]) { session in
            session.clock = SessionView.Clock(turnSeconds: 259_200, bankSeconds: 7200, atEnd: .forfeit, paused: true)
            session.series = SessionView.Series(number: 3, scores: [2])
        }.html()
        for text in [
            words[.settings], words[.timeForTurn], words.text(.days, 3), words.text(.hours, 2), words[.atEndForfeit],
            words[.clockStopped], words.text(.series, 3), words.text(.gamesWon, 2), words[.live],
            #"<code dir="ltr">rows</code></dt><dd><code dir="ltr">4</code>"#,
        ] {
            #expect(html.contains(text), "\(text)")
        }
        #expect(!html.contains(">columns<") && !html.contains("{{"))
    }

    @Test("of many who are to act some are named, and the others counted")
    func manyToAct() {
        let page = page { session in
            session.seats = (0..<9).map {
                SessionView.Seat(seat: $0, state: .taken, you: false, attribution: "Player \($0 + 1)")
            }
            session.toAct = Array(0..<9)
        }
        #expect(page.html().contains("To play: <bdi>Player 1</bdi>, <bdi>Player 2</bdi>, <bdi>Player 3</bdi> +6 <time"))
    }

    @Test(
        "an unknown token gets a page that explains",
        arguments: [("en", "Nothing to see"), ("de", "nichts zu sehen"), ("ar", #"dir="rtl""#)])
    func unknown(language: String, words: String) {
        let reply = HTTPReply(page: .notFound, to: HTTPRequestID(), in: [language], texts: .service)
        var html = ""
        if case .whole(let body) = reply.body { html = String(buffer: body) }
        #expect(html.contains(words) && html.contains(#"content="noindex""#))
        #expect(!html.contains("{{"))
    }
}
