import Foundation
import RoundtableJSON
import Roundtable
import TestSupport
import Testing

/// Everything that a reader is told over HTTP of a session, by where it was told: status, ETag and body of each answer.
///
/// Two services with the same clock, keys and identifiers, asked the same, tell the same byte for byte, unless what
/// they hold differs and shows.
struct Witness: Sendable {
    private(set) var told: [String: String] = [:]

    private static var random: some RegexComponent {
        /"(requestId|seedHash)":"[0-9a-f]+"/.matchingSemantics(.unicodeScalar)
    }

    /// Where two witnesses were told different things.
    func differences(from other: Witness) -> [String] {
        Set(told.keys).union(other.told.keys).filter { told[$0] != other.told[$0] }.sorted()
    }

    /// Notes an answer; what is random in it by design is left out.
    mutating func note(_ answer: Reply, as name: String) {
        let body = answer.isPicture ? answer.body.base64EncodedString() : answer.text.replacing(Self.random, with: "")
        told[name] = "\(answer.status) \(answer.header("ETag") ?? "-")\n\(body)"
    }

    /// Asks for all there is to see of a session, and tries some moves of the reader's that don't count.
    ///
    /// - Parameters:
    ///   - revision: where it stands.
    ///   - message: the token of its newest message.
    mutating func look(
        at session: String, _ revision: Int, _ message: String, on server: Server, as reader: Guest,
        trying moves: [JSONValue],
        _ moment: String
    ) async throws {
        let device = ["Participant": reader.local]
        for (name, path) in [
            ("view", "/v1/sessions/\(session)"), ("events", "/v1/sessions/\(session)/events?after=0"),
            ("list", "/v1/players/me/sessions"), ("page", "/m/\(message)"), ("picture", "/m/\(message).png"),
            ("board", "/v1/sessions/\(session)/board.svg"),
        ] {
            note(try await server.get(path, by: reader, headers: device), as: "\(moment) \(name)")
        }
        note(try await server.tap(message, by: reader, from: nil), as: "\(moment) opened")
        for (number, move) in moves.enumerated() {
            let refused = try await server.move(
                move, in: session, at: revision, by: reader, key: "\(moment) \(number)")
            #expect((400..<500).contains(refused.status) && !refused.text.contains("stale_revision"))
            note(refused, as: "\(moment) refusal \(number)")
        }
        var pieces = server.stream("/v1/sessions/\(session)/stream", by: reader).makeAsyncIterator()
        told["\(moment) stream"] = try await pieces.next()
    }
}
