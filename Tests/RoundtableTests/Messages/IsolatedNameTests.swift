@_spi(Roundtable) import GameRules
import Games
import TestSupport
import Testing

@testable import Roundtable

/// A line from left to right can be turned by nothing but characters of other classes than L and NSM (UAX #9), and what
/// is isolated turns nothing outside.
@Suite("Names in a line of another direction")
struct IsolatedNameTests {
    private let composer = Composer(games: .standard)

    private func line(_ nickname: String, in language: String) throws -> String? {
        var seating = try aSession().seating
        seating[0].nickname = Nickname(nickname)
        let names = Attributions(reader: nil, seating: seating)
        let text = GameText("common.list", ["first": .mover, "rest": .seat(1)])
        return composer.summary(text, mover: .init(player: .numbered(0), seat: 0), in: language, for: names)
    }

    @Test(
        "are isolated in every language, but for plain ones where lines go from left to right",
        arguments: ["نورة", "שרה", "😀", "Zoe 😀", "Amber ☺", "٣", "O’Neil", "Zoë ١"])
    func isolated(nickname: String) throws {
        #expect(try line(nickname, in: "en") == "\u{2068}\(nickname)\u{2069}, Player 2")
        #expect(try line(nickname, in: "de") == "\u{2068}\(nickname)\u{2069}, Person 2")
        #expect(try line(nickname, in: "ar")?.contains("\u{2068}\(nickname)\u{2069}") == true)
    }

    @Test(
        "stay as they are in such lines if they are plain",
        arguments: ["Amber", "Zoë", "Zażółć", "Ольга", "王芳", "R2-D2 (b)"])
    func plain(nickname: String) throws {
        #expect(try line(nickname, in: "en") == "\(nickname), Player 2")
        #expect(try line(nickname, in: "ar")?.contains("\u{2068}\(nickname)\u{2069}") == true)
    }

    @Test("no character of another class than L and NSM is plain, but ASCII")
    func classes() throws {
        var others: Set<UInt32> = []
        for line in try UnicodeData.lines(of: "bidi.txt") {
            let ends = line.split(separator: "-").compactMap { UInt32($0, radix: 16) }
            others.formUnion(try #require(ends.first)...(try #require(ends.last)))
        }
        #expect(others.count > 2000)
        for value in others {
            guard value >= 0x80, let scalar = Unicode.Scalar(value) else { continue }
            #expect(TextPiece.words(NeutralisedText(String(scalar))).mayTurnLine, "\(String(value, radix: 16))")
        }
    }
}
