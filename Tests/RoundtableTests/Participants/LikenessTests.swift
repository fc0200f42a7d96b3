import Foundation
import GameRules
import TestSupport
import Testing

@testable import Roundtable

@Suite("Names that look alike")
struct LikenessTests {
    @Test("every character of confusables.txt that NFKC leaves alone has the skeleton of its prototype")
    func confusables() throws {
        let lines = try UnicodeData.lines(of: "confusables.txt")
        #expect(lines.count == 2527)
        for line in lines {
            let (source, prototype) = try #require(
                line.split(separator: ";").map { half in
                    String(
                        String.UnicodeScalarView(
                            half.split(separator: " ").compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
                        ))
                }.pair)
            #expect(source.confusableSkeleton == prototype.confusableSkeleton, "\(line)")
        }
    }

    private static let pairs: [(String, String)] = [
        ("Amber", "AMBER"), ("Amber", "Аmber"), ("Amber", "Arnber"), ("Alice", "AIice"), ("Alice", "A1ice"),
        ("Paul", "Раul"), ("Zoë", "Zoe\u{308}"), ("Jan", "J\u{430}n"), ("O'Neil", "O’Neil"), ("Bo-b", "Bo‐b"),
        ("Mark", "M\u{430}rk"), ("Ian Clarke", "\u{399}an Clarke"), ("testuser", " testuser\u{200B} "),
        ("hello world", "hello \u{200B} \u{200B} world"), ("Amber", "Amb\u{202E}er"), ("Amber", "Ａmber"),
        ("Amber", "Am\u{200D}ber"), ("Amber", "Amber\u{FE0F}"), ("❤️", "❤"), ("Αννα", "Avva"),
    ]

    @Test("are known, however they are spelt", arguments: pairs)
    func areAlike(one: String, other: String) throws {
        let (one, other) = (try #require(Nickname(one)), try #require(Nickname(other)))
        #expect(one.isSame(as: other) && Likeness(one.words).isLike(Likeness(other.words)))
    }

    @Test(
        "are not those that differ at a glance",
        arguments: [
            ("Amber", "Ambre"), ("Ian", "Lan"), ("Zoë", "Zoe"), ("Amber", "Am ber"), ("Bob", "Bop"), ("א", "ב"),
            ("🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}", "🏴"),
            (
                "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
                "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}"
            ), ("🇩🇪", "🇫🇷"), ("👍🏽", "👍🏿"), ("1", "2"),
        ])
    func apart(one: String, other: String) { #expect(!Likeness(one).isLike(Likeness(other))) }

    @Test("whoever had a name first keeps it, and who comes later is told apart", arguments: pairs)
    func seats(one: String, other: String) throws {
        var seating = try aSession("ice-cream", seats: 3).seating
        let people = Person.group(of: 3)
        for (index, words) in [one, other, one + " 2"].enumerated() {
            seating.take(SeatIndex(index), people[index].player, words)
        }
        let names = DisplayNames(of: seating)
        let shown = (0..<3).compactMap { names.name(of: SeatIndex($0)) }
        #expect(shown[0] == Nickname(one)?.words)
        #expect(shown[1] == "\(try #require(Nickname(other)).words) 3")
        #expect(shown[2] == Nickname(one + " 2")?.words)
    }

    @Test("many who want one name each get another one")
    func many() throws {
        var seating = try aSession("open", seats: 32).seating
        let names = ["Amber", "Аmber", "AMBER", "Arnber", "Amber 2", "amber\u{FE0F}", "Аmber 3", "Amber 11"]
        for seat in 0..<32 {
            seating.take(SeatIndex(seat), Person.group(of: 1)[0].player, names[seat % names.count])
        }
        let shown = DisplayNames(of: seating)
        let looks = (0..<32).compactMap { shown.name(of: SeatIndex($0)) }.map { Likeness($0) }
        #expect(looks.count == 32)
        for (index, look) in looks.enumerated() { #expect(!looks[..<index].contains { $0.isLike(look) }) }
    }
}

extension Array {
    fileprivate var pair: (Element, Element)? { count == 2 ? (self[0], self[1]) : nil }
}

extension Seating {
    fileprivate mutating func take(_ seat: SeatIndex, _ player: PlayerID, _ words: String) {
        take(seat, by: player, at: seat.rawValue + 1)
        if let nickname = Nickname(words) { name(seat, nickname, at: seat.rawValue + 1) }
    }
}
