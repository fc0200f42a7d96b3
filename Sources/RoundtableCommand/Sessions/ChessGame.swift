import Foundation
import GameRules
import Games
import Roundtable

/// A session of chess as other programs read it: in Portable Game Notation, or its position in Forsyth–Edwards
/// Notation.
///
/// Source of the tags: Portable Game Notation Specification, 1994, sections 8.1.1 and 9.7.
struct ChessGame {
    /// The game with its tags, in PGN's export format; ends with an empty line.
    let pgn: String
    let fen: String

    /// - Throws: `Refusal`, for a session of another game.
    init(_ session: Session, events: [Event]) throws {
        let founding = events.first?.details.founding
        guard session.identity.game == "chess", let options = try founding?.options.decode(as: Options.self)
        else { throw Refusal("Session \(session.id) is not one of chess; nothing was written.") }
        let moves = try events.compactMap { try $0.details.move?.decode(as: String.self) }
        let movetext = try PGN.movetext(
            of: moves, from: options.fen, chess960: options.chess960 == true, outcome: session.outcome)
        let result = movetext.split(whereSeparator: \.isWhitespace).last ?? "*"
        var tags = [
            ("Event", "Roundtable"), ("Site", "?"), ("Date", Self.date(session.identity.createdAt)), ("Round", "-"),
            ("White", Self.name(of: 0, in: session)), ("Black", Self.name(of: 1, in: session)),
            ("Result", String(result)),
        ]
        if options.chess960 == true { tags.append(("Variant", "Chess960")) }
        if let start = options.fen { tags += [("SetUp", "1"), ("FEN", start)] }
        let lines = tags.map { "[\($0) \"\(Self.escaped($1))\"]" } + ["", movetext, ""]
        pgn = lines.joined(separator: "\n")
        fen = try session.board(for: .bystander).decode(as: Board.self).fen
    }

    private struct Options: Decodable {
        let fen: String?
        let chess960: Bool?
    }

    private struct Board: Decodable {
        let fen: String
    }

    private static func date(_ date: Date) -> String {
        date.formatted(.iso8601.year().month().day().dateSeparator(.dash)).replacing("-", with: ".")
    }

    private static func name(of seat: SeatIndex, in session: Session) -> String {
        session.seating.has(seat) ? DisplayNames(of: session.seating).name(of: seat) ?? "?" : "?"
    }

    /// A tag's value: backslashes and quotes are escaped, as section 7 has it.
    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
}
