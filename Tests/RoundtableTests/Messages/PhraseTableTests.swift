@_spi(Roundtable) import GameRules
import Games
import Testing

@testable import Roundtable

@Suite("The phrases of a language")
struct PhraseTableTests {
    private let texts = GameLibrary.standard.texts.merging(.service)

    @Test("each is found by its key, and nothing else is", arguments: ["en", "de", "pl", "ar"])
    func keys(language: String) {
        let phrases = Composer.LanguageTexts(language, of: texts).phrases
        let keys = texts.patterns(in: language).keys
        #expect(Set(phrases.all.keys) == Set(keys))
        for key in keys {
            #expect(phrases[key]?.pattern == texts.pattern(key, in: language), "\(key)")
            for unknown in [key + "x", "x" + key, String(key.dropLast()) + "\u{0}"] { #expect(phrases[unknown] == nil) }
        }
        #expect(phrases[""] == nil)
    }

    @Test("what a language lacks is another's, and a language of nothing has nothing")
    func lacking() {
        let english = Composer.LanguageTexts("en", of: texts)
        let unknown = Composer.LanguageTexts("tlh", of: texts, else: english)
        #expect(Set(unknown.phrases.all.keys) == Set(english.phrases.all.keys))
        #expect(PhraseTable([:])["you"] == nil)
    }
}
