import GameRules
import Testing

/// The samples are those of the CLDR's `plurals.xml`.
@Suite("Plural rules")
struct PluralRulesTests {
    @Test(
        "whole numbers have the categories of the CLDR",
        arguments: [
            ("en", .one, [1]), ("en", .other, [0, 2, 16, 100, 1000]),
            ("de-AT", .one, [1]), ("de-AT", .other, [0, 2, 16, 100, 1000]),
            ("pl", .one, [1]), ("pl", .few, [2, 4, 22, 24, 32, 102, 1002]),
            ("pl", .many, [0, 5, 11, 12, 14, 19, 21, 100, 101, 112, 1000]),
            ("ar", .zero, [0]), ("ar", .one, [1]), ("ar", .two, [2]), ("ar", .few, [3, 10, 103, 110, 1003]),
            ("ar", .many, [11, 26, 99, 111, 1011]), ("ar", .other, [100, 102, 200, 202, 1000, 10_000]),
            ("AR-eg", .two, [2]), ("xx", .one, [1]), ("xx", .other, [0, 2]), ("", .other, [7]),
        ] as [(String, PluralCategory, [Int])])
    func categories(language: String, category: PluralCategory, numbers: [Int]) {
        for number in numbers {
            #expect(PluralRules(of: language).category(of: number) == category, "\(number)")
            #expect(PluralRules(of: language).category(of: -number) == category, "-\(number)")
            #expect(PluralRules(of: language).categories.contains(category))
        }
    }

    @Test("no number is too large or too small")
    func extremes() {
        for language in ["en", "pl", "ar"] {
            for number in [Int.min, Int.max] {
                #expect(PluralRules(of: language).categories.contains(PluralRules(of: language).category(of: number)))
            }
        }
    }
}
