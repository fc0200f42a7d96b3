import Foundation
@_spi(Roundtable) import RoundtableJSON

/// Which way a language is written, by its name in HTML.
public enum TextDirection: String, Sendable {
    case leftToRight = "ltr"
    case rightToLeft = "rtl"

    /// The direction of a language, by its tag; left to right for what is longer than any tag.
    public init(of language: String) {
        guard language.utf8.count <= LanguageTag.maximumLength else {
            self = .leftToRight
            return
        }
        let direction = Locale.Language(identifier: language).characterDirection
        self = direction == .rightToLeft ? .rightToLeft : .leftToRight
    }
}
