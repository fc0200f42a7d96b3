import GameRules
import JSON

/// A cache that the writers of a message's forms share, all of them in one language and for one reader.
///
/// NB: a class, for the forms are written one after the other by different writers; only one of them writes at a time,
/// and no access spans another, so that nothing is checked at run time.
final class WritingMemory {
    /// The longest list that names nobody: it says the same to everybody, so that a board need not be told anew for
    /// each form.
    @exclusivity(unchecked) private var list: (texts: [Text], key: String, surrounding: TextDirection, words: String)?
    /// The number of times that somebody was named so far, or might have been.
    @exclusivity(unchecked) private(set) var namings = 0
    /// The phrases that were looked up last: a message needs a dozen of them, a board a few again and again.
    @exclusivity(unchecked) private var phrases: [(key: String, phrase: Composer.Phrase)] = []

    /// The names that were found so far, by player and seat: an app's sentence may say one again and again.
    @exclusivity(unchecked) private var names: [(player: PlayerID?, seat: SeatIndex, name: String)] = []

    /// Long words that were neutralised last, and the results: each form of a message may say them, and a text that
    /// does not fit says them twice.
    @exclusivity(unchecked) private var words: [(said: String, neutralised: String)] = []

    /// An empty cache.
    init() { phrases.reserveCapacity(Self.fewPhrases) }

    /// Words of a user made safe for a text, once for all that say them.
    func neutralised(_ said: String, neutralising neutralise: () -> String) -> String {
        guard said.utf8.count > Self.shortWords else { return neutralise() }
        for known in words where known.said.hasSameBytes(as: said) { return known.neutralised }
        let neutralised = neutralise()
        if words.count == 8 { words.removeAll(keepingCapacity: true) }
        words.append((said, neutralised))
        return neutralised
    }

    /// The number of phrases that most messages need.
    private static let fewPhrases = 12
    /// The most bytes of words that are neutralised as fast as they are found.
    private static let shortWords = 32

    /// The name of a player at a seat, found once.
    func name(of player: PlayerID?, at seat: SeatIndex, finding find: () -> String) -> String {
        for known in names where known.seat == seat && known.player == player { return known.name }
        let name = find()
        names.append((player, seat, name))
        return name
    }

    /// Somebody is named, or might be.
    func nameSomebody() { namings += 1 }

    /// The list's words, if it was written before.
    func words(of texts: [Text], joinedBy key: String, within surrounding: TextDirection) -> String? {
        // NB: it is the same array in all forms of a message, so that comparing them takes no time.
        guard let list, list.key == key, list.surrounding == surrounding, list.texts == texts else { return nil }
        return list.words
    }

    /// Remembers a list that names nobody, unless it is shorter than the one that is known.
    func keep(_ words: String, of texts: [Text], joinedBy key: String, within surrounding: TextDirection) {
        guard words.utf8.count > list?.words.utf8.count ?? 0 else { return }
        list = (texts, key, surrounding, words)
    }

    /// The phrase of a key in the language; nil without one.
    func phrase(_ key: String, of texts: Composer.LanguageTexts) -> Composer.Phrase? {
        for place in phrases.indices where phrases[place].key.utf8.count == key.utf8.count {
            if phrases[place].key == key { return phrases[place].phrase }
        }
        guard let phrase = texts.phrases[key] else { return nil }
        if phrases.count == 24 { phrases.removeAll(keepingCapacity: true) }
        phrases.append((key, phrase))
        return phrase
    }
}
