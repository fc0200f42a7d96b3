import Foundation
import HTTPTypes
import RoundtableJSON
import Roundtable
import RoundtableModel
@testable import RoundtableHTTP
import TestSupport
import Testing

@Suite("Pages that follow their game", .database, .serialized)
struct PageHistoryTests {
    @Test("the page at an old message's URL shows the game as it stands, and previews the message")
    func newest() async throws {
        try await Server.run(guests: 2) { server, guests in
            let opened = try await server.open("tic-tac-toe", by: guests[0], ["nickname": "Amber"])
            expect(try await server.join(opened.session, by: guests[1], ["nickname": "Ben"]), is: 201)
            expect(try await server.move("b2", in: opened.session, at: 2, by: guests[0]), is: 201)
            let page = try await server.get("/m/\(opened.token)").text
            #expect(page.contains(#"data-part="summary">Amber took the centre</p>"#))
            #expect(page.contains(#"og:description" content="Amber wants to play tic-tac-toe">"#))
            #expect(page.contains("To play: <bdi>Ben</bdi>") && page.contains("3 / 3"))
        }
    }

    @Test("earlier boards are shown after each event, with pictures that never change")
    func earlier() async throws {
        try await Server.run(guests: 2) { server, guests in
            let opened = try await server.open("tic-tac-toe", by: guests[0])
            expect(try await server.join(opened.session, by: guests[1]), is: 201)
            expect(try await server.move("b2", in: opened.session, at: 2, by: guests[0]), is: 201)
            expect(try await server.move("a1", in: opened.session, at: 3, by: guests[1]), is: 201)
            var pictures: [Data] = []
            for revision in 1...4 {
                let page = expect(try await server.get("/m/\(opened.token)?revision=\(revision)"), is: 200).text
                #expect(page.contains("\(revision) / 4"))
                let source = try #require(page.firstMatch(of: /<img class="picture" src="([^"]+)"/)?.1)
                pictures.append(expect(try await server.get("/m/\(source)"), is: 200).body)
            }
            #expect(pictures[0] == pictures[1] && Set(pictures).count == 3)
            for query in ["5", "2147483647", "0", "abc", "1&revision=2"] {
                let page = expect(try await server.get("/m/\(opened.token)?revision=\(query)"), is: 404)
                #expect(page.header("Content-Type") == "text/html; charset=utf-8")
            }
        }
    }

    @Test("at no revision a page, or its picture's description, shows a hidden hand")
    func hidden() async throws {
        try await Server.run(guests: 2) { server, guests in
            let opened = try await server.open("deal", by: guests[0])
            expect(try await server.join(opened.session, by: guests[1]), is: 201)
            var hands: [Int] = []
            for revision in 2...4 {
                let moved = try await server.move("draw", in: opened.session, at: revision, by: guests[revision % 2])
                hands.append(try #require(moved["session", "board", "hand"]?.integer))
            }
            // Smaller numbers may be on a page for another reason.
            hands.removeAll { $0 <= 99_999 }
            try #require(!hands.isEmpty)
            for revision in 1...5 {
                let page = expect(try await server.get("/m/\(opened.token)?revision=\(revision)"), is: 200).text
                let numbers = Set(page.matches(of: /[0-9]+/).compactMap { Int($0.output) })
                #expect(numbers.isDisjoint(with: hands))
            }
        }
    }

    @Test("of a long game 50 events are listed at most, and all can be reached")
    func windows() async throws {
        try await Server.run(guests: 2) { server, guests in
            let opened = try await server.open("deal", by: guests[0])
            expect(try await server.join(opened.session, by: guests[1]), is: 201)
            for revision in 2...77 {
                expect(
                    try await server.move("draw", in: opened.session, at: revision, by: guests[revision % 2]), is: 201)
            }
            var seen: Set<Int> = []
            var next: String? = "/m/\(try opened.token)"
            while let path = next {
                let page = expect(try await server.get(path), is: 200).text
                let listed = page.matches(of: /<li value="([0-9]+)"/).compactMap { Int($0.output.1) }
                #expect((1...50).contains(listed.count) && listed == listed.sorted())
                #expect(seen.isDisjoint(with: listed) || seen.contains(listed.last ?? 0))
                seen.formUnion(listed)
                let before = page.firstMatch(of: /data-part="before"><a href="(\?revision=[0-9]+)"/)?.output.1
                next = try before.map { "/m/\(try opened.token)\($0)" }
            }
            #expect(seen == Set(1...78))
        }
    }

    @Test("whoever knows the page is not sent it again, until something happens or time passes")
    func unchanged() async throws {
        try await Server.run(guests: 2) { server, guests in
            let opened = try await server.open("tic-tac-toe", by: guests[0])
            let path = "/m/\(try opened.token)"
            let first = try await server.get(path)
            #expect(first.header("Cache-Control") == "public, max-age=2, stale-while-revalidate=30")
            #expect(first.header("Vary") == "Accept-Language")
            let known = ["If-None-Match": try #require(first.header("ETag"))]
            expect(try await server.get(path, headers: known), is: 304)
            expect(try await server.get(path, headers: known.merging(["Accept-Language": "de"]) { $1 }), is: 200)
            expect(try await server.join(opened.session, by: guests[1]), is: 201)
            let second = expect(try await server.get(path, headers: known), is: 200)
            server.time.advance(seconds: 120)
            let third = expect(
                try await server.get(path, headers: ["If-None-Match": try #require(second.header("ETag"))]), is: 200)
            #expect(third.text.contains("(waiting for 2 minutes)"))
        }
    }

    @Test("its changes are told to whoever has the URL: the revision, and nothing else")
    func changes() async throws {
        try await Server.run(guests: 2) { server, guests in
            let opened = try await server.open("tic-tac-toe", by: guests[0])
            var events = server.stream("/m/\(try opened.token)/changes").makeAsyncIterator()
            #expect(try await events.next() == "retry: 1000\n\n")
            #expect(try await events.next() == "event: revision\nid: 1\ndata: {\"revision\":1}\n\n")
            expect(try await server.join(opened.session, by: guests[1]), is: 201)
            #expect(try await events.next() == "event: revision\nid: 2\ndata: {\"revision\":2}\n\n")
        }
    }

    @Test("so many follow the pages of a session, and then it is said when to try again")
    func crowd() async throws {
        var quotas = Quotas()
        quotas.pageStreams.ofSession = 2
        try await Server.run(.init(quotas: quotas), guests: 2) { server, guests in
            let opened = try await server.open("tic-tac-toe", by: guests[0])
            let path = "/m/\(try opened.token)/changes"
            var followers = (0..<2).map { _ in server.stream(path).makeAsyncIterator() }
            for index in followers.indices { #expect(try await followers[index].next() == "retry: 1000\n\n") }
            let refused = try await server.get(path)
            expect(refused, isProblem: .rateLimited)
            #expect(refused.retryAfter != nil && refused["quota"] == "pageStreams")
            var player = server.stream(of: try opened.session, by: guests[0]).makeAsyncIterator()
            #expect(try await player.next() == "retry: 1000\n\n")
        }
    }

    @Test("a picture's token, or none of ours, has no changes to be told of", arguments: [true, false])
    func noChanges(isPicture: Bool) async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests)
            let view = try await server.get("/v1/sessions/\(session)", by: guests[0])
            let image = try #require(view["message", "layout", "image"]?.string?.split(separator: "/").last)
            let token = isPicture ? "\(image.dropLast(4))" : "x"
            expect(try await server.get("/m/\(token)/changes"), isProblem: .notFound)
        }
    }

    @Test("a page leads to the app that the service is told of")
    func app() async throws {
        var application = ApplicationSettings()
        application.app = AppIdentity(appID: "ABCDE12345.org.example.games", storeID: "123456789")
        try await Server.run(.init(application: application)) { server in
            let opened = try await server.open("tic-tac-toe", by: try await server.guests(2)[0])
            let page = try await server.get("/m/\(opened.token)").text
            #expect(page.contains(#"<meta name="apple-itunes-app" content="app-id=123456789, app-argument=https://"#))
            #expect(page.contains(#"<a href="https://apps.apple.com/app/id123456789">Get the app</a>"#))
            let file = expect(try await server.get("/.well-known/apple-app-site-association"), is: 200)
            #expect(file.header("Content-Type") == "application/json")
        }
    }

    @Test("a page leads to no app unless the service is told of one")
    func noApp() async throws {
        try await Server.run { server in
            let opened = try await server.open("tic-tac-toe", by: try await server.guests(2)[0])
            #expect(!(try await server.get("/m/\(opened.token)").text.contains("apple-itunes-app")))
            expect(try await server.get("/.well-known/apple-app-site-association"), isProblem: .notFound)
        }
    }
}
