import Foundation

/// Which way a language is written, by its name in HTML.
public enum TextDirection: String, Sendable {
    case leftToRight = "ltr"
    case rightToLeft = "rtl"

    /// The direction of a language, by its tag.
    public init(of language: String) {
        let direction = Locale.Language(identifier: language).characterDirection
        self = direction == .rightToLeft ? .rightToLeft : .leftToRight
    }
}
