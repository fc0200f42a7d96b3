import GameRules
import Mustache

/// The web page in place of one that can't be shown, for people.
struct ErrorPage {
    let language: String
    /// A few words.
    let title: String
    /// A sentence on what happened, and what helps.
    let text: String

    /// The page for a link that leads nowhere: says nothing about its token.
    static func unknown(for languages: [String]) -> ErrorPage {
        let words = PageWords(language: PageWords.language(for: languages))
        return ErrorPage(language: words.language, title: words[.unknownTitle], text: words[.unknownText])
    }

    /// The whole document.
    func html() -> String {
        PageTemplate.problem.render([
            "words": language, "direction": TextDirection(of: language).rawValue, "title": title, "text": text,
        ])
    }
}
