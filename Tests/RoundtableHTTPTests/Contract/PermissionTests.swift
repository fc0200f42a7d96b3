import Foundation
import HTTPTypes
import RoundtableModel
import TestSupport
import Testing

@Suite("Who may do what", .database, .serialized)
struct PermissionTests {
    /// A row of the table in docs/permissions.md: a request, and what each reader is answered.
    private struct Row: CustomStringConvertible {
        let request: String
        let answers: [String: String]

        var description: String { request }

        /// All rows; the first one names the readers.
        static func published() throws -> [Row] {
            let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
                path: "../../../docs/permissions.md")
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter {
                $0.hasPrefix("| ")
            }
            let cells = lines.map { line in
                line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            }
            let readers = try #require(cells.first).dropFirst()
            return cells.dropFirst(2).map { row in
                Row(request: row[0], answers: Dictionary(uniqueKeysWithValues: zip(readers, row.dropFirst())))
            }
        }
    }

    /// Everybody whom the table names, at one session.
    private struct Cast {
        let readers: [String: Guest]
        let session: String
        let token: String
        var revision: Int

        func path(_ template: Substring) -> String {
            String(template).replacing("{id}", with: session).replacing("{token}", with: token)
        }
    }

    private func cast(on server: Server, for row: Row) async throws -> Cast {
        try await cast(
            on: server, seatIsOpen: row.request.hasSuffix(" while a seat is open"),
            isOver: row.request.hasSuffix(" when it is over"))
    }

    private func cast(on server: Server, seatIsOpen: Bool, isOver: Bool) async throws -> Cast {
        let guests = try await server.guests(5)
        let (author, other, bystander, erased) = (guests[0], guests[1], guests[2], guests[4])
        let opened = try await server.open("tic-tac-toe", by: author, ["move": "b2"])
        var cast = Cast(
            readers: [
                "stranger": guests[3], "bystander": bystander, "other seat": other, "author": author, "erased": erased,
            ], session: try opened.session, token: try opened.token, revision: 1)
        for guest in [bystander, erased] {
            RoundtableHTTPTests.expect(try await server.tap(cast.token, by: guest, from: author), is: 200)
        }
        RoundtableHTTPTests.expect(try await server.send(.delete, "/v1/players/me", by: erased), is: 204)
        if !seatIsOpen {
            RoundtableHTTPTests.expect(try await server.join(cast.session, by: other), is: 201)
            cast.revision += 1
        }
        if isOver {
            RoundtableHTTPTests.expect(
                try await server.act("resign", in: cast.session, at: cast.revision, by: author), is: 201)
            cast.revision += 1
        }
        return cast
    }

    private func ask(_ request: String, as reader: Guest?, of cast: Cast, on server: Server) async throws -> Reply {
        let words = request.split(separator: " ")
        let path = cast.path(words[1])
        let guest = try reader ?? #require(cast.readers["stranger"])
        let body: JSONValue? =
            switch words[1] {
            case "/v1/players", "/v1/players/me/link-codes": [:]
            case "/v1/players/me/links": ["code": "no code"]
            case "/v1/players/me/push-tokens":
                ["token": "ab01", "topic": "org.example.games", "environment": "sandbox"]
            case "/v1/sessions": guest.request(["game": "ice-cream"], [:])
            case "/v1/sessions/{id}/turns": guest.request(["revision": .integer(cast.revision), "move": "a1"], [:])
            case "/v1/sessions/{id}/actions":
                guest.request(
                    [
                        "action": .string(String(words[2])), "revision": .integer(cast.revision), "seat": .null,
                        "kind": "draw",
                    ],
                    ["reclaim", "veto"].contains(words[2]) ? ["seat": 0] : [:])
            default: words[0] == "POST" ? guest.request([:], [:]) : JSONValue?.none
            }
        if let body { return try await server.post(path, body, by: reader) }
        let method = try #require(HTTPRequest.Method(String(words[0])))
        return try await server.send(method, path, by: reader)
    }

    @Test("what the table of permissions says is what the service does")
    func table() async throws {
        let rows = try Row.published()
        #expect(rows.count > 25)
        try await Server.run { server in
            for row in rows {
                var unchanged: Cast?
                for (reader, expected) in row.answers where expected != "-" {
                    let cast = if let unchanged { unchanged } else { try await cast(on: server, for: row) }
                    let answer = try await expect(expected, of: row, by: reader, cast, on: server)
                    unchanged = row.request.hasPrefix("GET") || answer >= 400 ? cast : nil
                }
            }
        }
    }

    /// Asks, and expects an answer.
    ///
    /// - Returns: the status.
    private func expect(
        _ expected: String, of row: Row, by reader: String, _ cast: Cast, on server: Server
    ) async throws -> Int {
        let path = row.request.split(separator: " ")[1]
        if path.hasSuffix("/stream") || path.hasSuffix("/changes"), expected == "200" {
            var events = server.stream(cast.path(path), by: cast.readers[reader]).makeAsyncIterator()
            #expect(try await events.next() == "retry: 1000\n\n")
            return 200
        }
        let answer = try await ask(row.request, as: cast.readers[reader], of: cast, on: server)
        let code = answer.status < 400 ? nil : answer["code"]?.string
        let said = ["\(answer.status)", code].compactMap(\.self).joined(separator: " ")
        #expect(said == expected, "\(row.request) by \(reader): \(answer.text)")
        return answer.status
    }

    @Test(
        "a stranger who has a session's ID learns nothing: no revision, and no other answer than for an ID of nothing")
    func strangers() async throws {
        try await Server.run { server in
            let cast = try await cast(on: server, seatIsOpen: true, isOver: false)
            let stranger = try #require(cast.readers["stranger"])
            let nothing = UUID().uuidString.lowercased()
            let requests = try Row.published().map(\.request).filter {
                $0.contains("/v1/sessions/{id}") && !$0.hasSuffix("/stream")
            }
            try #require(!requests.isEmpty)
            for request in requests {
                let answer = try await ask(request, as: stranger, of: cast, on: server)
                var other = cast
                other = Cast(readers: cast.readers, session: nothing, token: cast.token, revision: other.revision)
                let unknown = try await ask(request, as: stranger, of: other, on: server)
                #expect(answer.isProblem(.notFound), "\(request): \(answer.text)")
                #expect(answer["detail"] == unknown["detail"] && answer["revision"] == nil)
                #expect(answer["developerDetail"] == nil && answer["reason"] == nil)
            }
            let author = try #require(cast.readers["author"])
            let view = try await server.get("/v1/sessions/\(cast.session)", by: author)
            #expect(view["revision"] == 1 && view["seats", "1", "state"] == "open")
        }
    }
}
