internal import GameRules
internal import Mustache

/// The web page in place of one that can't be shown, for people.
package struct ErrorPage: Sendable {
    /// The language that it is written in, such as `en`.
    package var language: String
    /// A few words.
    package var title: String
    /// A sentence on what happened, and what helps.
    package var text: String

    /// Makes the page.
    package init(language: String, title: String, text: String) {
        self.language = language
        self.title = title
        self.text = text
    }

    /// The page for a link that leads nowhere: says nothing about its token.
    package static func unknown(for languages: [String]) -> ErrorPage {
        let words = PageWords(language: PageWords.language(for: languages))
        return ErrorPage(language: words.language, title: words[.unknownTitle], text: words[.unknownText])
    }

    /// The whole document.
    package func html() -> String {
        PageTemplate.problem.render([
            "words": language,
            "direction": TextDirection(of: language).rawValue,
            "title": title,
            "text": text,
        ])
    }
}
