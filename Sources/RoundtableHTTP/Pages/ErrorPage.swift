internal import Mustache

/// The web page for a token that names no message, or that the service never signed: goes with status 404.
package struct ErrorPage: Sendable {
    /// The language that the reader prefers, such as `en-GB`.
    package var language: String

    /// Makes the page.
    package init(language: String) {
        self.language = language
    }

    /// The whole document; says nothing about the token.
    package func html() -> String {
        let words = PageWords.best(for: language)
        return PageTemplate.unknownMessage.render([
            "words": words.language,
            "direction": words.direction,
            "title": words[.unknownTitle],
            "text": words[.unknownText],
        ])
    }
}
