import GameRules
import Games
import TestSupport
import Testing

@testable import Roundtable

/// What is said in games played at random, with turns skipped and players gone, as somebody reads or hears it.
@Suite("Punctuation")
struct PunctuationTests {
    private static let games = GameLibrary.standard.names
    nonisolated(unsafe) private static let twoStops = /[.!?:;,،؛]\s*[.,;:،؛]/
    nonisolated(unsafe) private static let wrongSpace = /\s[.,;!?،؛)]|\s\s|^\s|\s$/

    @Test(
        "no text has two full stops, a space too many or one before a full stop; no label is cut off", arguments: games)
    func randomPlay(name: GameName) throws {
        let composer = Composer(games: .testing)
        let messages = try Self.messages(of: name)
        try #require(messages.count > 5)
        for (session, texts, mover) in messages {
            for language in ["ar", "de", "en", "pl"] {
                let names = Attributions(reader: .numbered(1), seating: session.seating)
                let composed = composer.compose(texts, mover: mover, in: language, as: .displayed, for: names)
                for text in composed.all {
                    let plain = text.unicodeScalars.filter { !(0x2066...0x2069).contains($0.value) }
                    let words = String(String.UnicodeScalarView(plain))
                    #expect(!words.contains(Self.twoStops), "\(words)")
                    #expect(!words.contains(Self.wrongSpace), "\(words)")
                    #expect(!words.contains("{"), "\(words)")
                }
                #expect(!composed.accessibilityLabel.contains("…"), "\(composed.accessibilityLabel)")
            }
        }
    }

    /// The messages of games of few and of many seats; long names, as people have them.
    private static func messages(of name: GameName) throws -> [(Session, MessageTexts, Composer.Mover)] {
        let range = try #require(GameLibrary.standard.newest(name)).seats
        return try Set([max(2, range.lowerBound), min(4, range.upperBound), range.upperBound]).sorted().flatMap {
            try messages(of: name, seats: $0)
        }
    }

    private static func messages(
        of name: GameName, seats: Int
    ) throws -> [(Session, MessageTexts, Composer.Mover)] {
        var generator = SeededRandom(seed: UInt64(seats))
        var session = try aSession(name, seats: seats)
        for seat in session.seating.table.all {
            session.seating[seat].nickname = Nickname("Maximiliane-Henriett \(seat.rawValue + 10)")
        }
        var messages: [(Session, MessageTexts, Composer.Mover)] = []
        while let newest = session.newest, messages.count < 120 {
            messages.append((session, try session.labelled(newest.details.texts), .init(of: newest)))
            guard let seat = session.toAct.randomElement(using: &generator) else { break }
            session = try next(after: session, by: seat, using: &generator)
        }
        return messages
    }

    private static func next(
        after session: Session, by seat: SeatIndex, using generator: inout SeededRandom
    ) throws -> Session {
        let player = try #require(session.seating[seat].player)
        func following(_ intent: Proposal.Intent, by player: PlayerID) throws -> Session {
            try session.deciding(
                Proposal(intent, by: player, seat: seat, basedOn: session.revision), at: .testing
            ).session
        }
        switch Int.random(in: 0..<60, using: &generator) {
        case 0: return try following(.leave, by: player)
        case 1: return try following(.resign, by: player)
        case 2: return try following(.timeOut, by: player)
        case 3, 4: return try following(.skip, by: player)
        default: return try following(.move(try move(of: seat, in: session, using: &generator)), by: player)
        }
    }

    private static func move(
        of seat: SeatIndex, in session: Session, using generator: inout SeededRandom
    ) throws -> GameJSON {
        if let move = session.legalMoves(of: seat).randomElement(using: &generator) { return move }
        guard session.identity.game == "open" else { return "place A1h5,A3h4,A5h3,A7h3,A9h2" }
        return session.revision > 40 ? ["outcome": ["winners": []]] : ["patch": ["a": 1]]
    }
}
