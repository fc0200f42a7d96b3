import Foundation
import HTTPTypes
import Logging
import NIOCore
import Roundtable
import RoundtableModel
import RoundtableHTTP
import TestSupport
import Testing

@Suite("Pages and pictures over HTTP", .database, .serialized)
struct PageRouteTests {
    private static let png = Data([0x89, 0x50, 0x4E, 0x47])

    @Test("the page at a message's URL shows the public view, a picture and tags for link previews")
    func page() async throws {
        try await Server.run(guests: 2) { server, guests in
            let opened = try await server.open("tic-tac-toe", by: guests[0], ["nickname": "Amber <3"])
            let token = try opened.token
            let page = expect(try await server.get("/m/\(token)"), is: 200)
            #expect(page.header("Content-Type") == "text/html; charset=utf-8")
            #expect(page.header("Content-Security-Policy")?.contains("default-src 'none'") == true)
            #expect(page.header("X-Content-Type-Options") == "nosniff")
            #expect(page.text.contains("Amber &lt;3 wants to play tic-tac-toe"))
            #expect(page.text.contains("Tic-tac-toe") && page.text.contains("Player 2"))
            #expect(page.text.contains("https://table.example/m/\(token).png"))
            #expect(page.text.contains("og:image"))
            let head = try await server.send(.head, "/m/\(token)")
            #expect(head.status == 200 && head.header("Content-Type") == page.header("Content-Type"))
        }
    }

    @Test("a picture is a PNG that may be kept for ever, and stays the same when the game moves on")
    func picture() async throws {
        try await Server.run(guests: 2) { server, guests in
            let opened = try await server.open("four-in-a-row", by: guests[0], ["move": "4"])
            let path = "/m/\(try opened.token).png"
            let picture = expect(try await server.get(path), is: 200)
            #expect(picture.header("Content-Type") == "image/png" && picture.body.starts(with: Self.png))
            #expect(picture.header("Cache-Control") == "public, max-age=31536000, immutable")
            expect(try await server.move("4", in: opened.session, at: 1, by: guests[1]), is: 201)
            #expect(try await server.get(path).body == picture.body)
            #expect(try await server.send(.head, path).header("Content-Type") == "image/png")
        }
    }

    @Test("a draft's picture shows the move before it counts, and is the same after it does")
    func draftPicture() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests)
            let before = try await server.get("/v1/sessions/\(session)", by: guests[0])
            let image = try #require(before["message", "layout", "image"]?.string?.split(separator: "/").last)
            let empty = expect(try await server.get("/m/\(image)"), is: 200)
            let draft = try await server.move("b2", in: session, at: 2, by: guests[0], ["send": "draft"])
            let path = "/m/\(try draft.token).png"
            let drafted = expect(try await server.get(path), is: 200)
            #expect(drafted.body != empty.body)
            expect(try await server.tap(draft.token, by: guests[1], from: guests[0]), is: 200)
            let other = try await Server.uncached(server.service, path)
            #expect(other == drafted.body)
        }
    }

    @Test("looking at a page or a picture proves nothing")
    func noSighting() async throws {
        try await Server.run(guests: 2) { server, guests in
            let opened = try await server.open("tic-tac-toe", by: guests[0], ["send": "draft"])
            let token = try opened.token
            for path in ["/m/\(token)", "/m/\(token).png"] {
                let headers = ["Authorization": "Bearer \(guests[1].token)", "Participant": guests[1].local]
                expect(try await server.get(path, headers: headers), is: 200)
            }
            let view = try await server.get("/v1/sessions/\(opened.session)", by: guests[0])
            #expect(view["state"] == "draft" && view["revision"] == 0)
            expect(try await server.get("/v1/sessions/\(opened.session)", by: guests[1]), isProblem: .notFound)
        }
    }

    @Test("the page says what became of a draft, and when the game is over")
    func standing() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests)
            let draft = try await server.move("b2", in: session, at: 2, by: guests[0], ["send": "draft"])
            let live = try await server.get("/m/\(draft.token)").text
            expect(try await server.post("/v1/messages/\(draft.token)/cancel", by: guests[0], key: ""), is: 200)
            let cancelled = try await server.get("/m/\(draft.token)").text
            let last = try await server.act("resign", in: session, at: 2, by: guests[0])
            let over = try await server.get("/m/\(last.token)").text
            #expect(Set([live, cancelled, over]).count == 3)
            #expect(over.contains("Player 1 resigned: Player 2 won"))
        }
    }

    @Test("a page shows nobody's hidden hand")
    func hidden() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests, playing: "deal")
            let moved = try await server.move("draw", in: session, at: 2, by: guests[0])
            let hand = try #require(moved["session", "board", "hand"]?.integer)
            let page = expect(try await server.get("/m/\(moved.token)"), is: 200)
            #expect(!page.text.contains("\(hand)"))
        }
    }

    @Test(
        "a page speaks a language that the reader prefers, if it can",
        arguments: [
            ("de", #"<html lang="de" dir="ltr">"#), ("ar-EG, en;q=0.1", #"<html lang="ar" dir="rtl">"#),
            ("xx, *", #"<html lang="en" dir="ltr">"#), ("", #"<html lang="en" dir="ltr">"#),
        ])
    func languages(preference: String, tag: String) async throws {
        try await Server.run { server in
            let guest = try await server.guests(2)[0]
            let opened = try await server.open("tic-tac-toe", by: guest)
            let page = try await server.get("/m/\(opened.token)", headers: ["Accept-Language": preference])
            #expect(expect(page, is: 200).text.contains(tag))
        }
    }

    @Test(
        "a token that names no message is not found, in HTML for people",
        arguments: ["x", "%00", "%F0%9F%8D%A6", "%F2%A6", "..", String(repeating: "A", count: 3000)])
    func unknown(token: String) async throws {
        try await Server.run { server in
            let page = expect(try await server.get("/m/\(token)"), is: 404)
            #expect(page.header("Content-Type") == "text/html; charset=utf-8" && !page.text.contains("/m/\(token)"))
            for ending in [".png", "/changes"] {
                expect(try await server.get("/m/\(token)\(ending)"), isProblem: .notFound)
            }
            let german = try await server.get("/m/\(token)", headers: ["Accept-Language": "xx, de-AT;q=0.5"])
            #expect(german.text.contains(#"<html lang="de" dir="ltr">"#))
        }
    }

    @Test("a picture's token shows a picture and no page")
    func pictureOnly() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests)
            let view = try await server.get("/v1/sessions/\(session)", by: guests[0])
            let image = try #require(view["message", "layout", "image"]?.string?.split(separator: "/").last)
            expect(try await server.get("/m/\(image)"), is: 200)
            expect(try await server.get("/m/\(image.dropLast(4))"), is: 404)
        }
    }
}

extension Server {
    /// What a server that has drawn nothing yet answers.
    fileprivate static func uncached(_ service: RoundtableService, _ path: String) async throws -> Data {
        nonisolated(unsafe) var picture = ByteBuffer()
        try await serving(service) { port in
            let request = HTTPRequest(method: .get, scheme: "http", authority: "table.example", path: path)
            picture = try await HTTPTestClient(port: port).send(request).1
        }
        return Data(picture.readableBytesView)
    }
}
