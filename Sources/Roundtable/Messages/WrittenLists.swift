import GameRules

/// The longest list of a message as it was written in one language, if it names nobody: then it says the same to everybody,
/// and a board need not be told anew for each form of the message.
///
/// NB: a class, for the forms are written one after the other by different writers.
final class WrittenLists {
    private var known: (texts: [Text], key: String, surrounding: TextDirection, words: String)?
    /// How often somebody was named so far, or might have been.
    private(set) var namings = 0

    /// Somebody is named, or might be.
    func nameSomebody() { namings += 1 }

    /// The list's words, if it was written before.
    func words(of texts: [Text], joinedBy key: String, within surrounding: TextDirection) -> String? {
        // NB: it is the same array in all forms of a message, so that comparing them takes no time.
        guard let known, known.key == key, known.surrounding == surrounding, known.texts == texts else { return nil }
        return known.words
    }

    /// Remembers a list that names nobody, unless it is shorter than the one that is known.
    func keep(_ words: String, of texts: [Text], joinedBy key: String, within surrounding: TextDirection) {
        guard words.utf8.count > known?.words.utf8.count ?? 0 else { return }
        known = (texts, key, surrounding, words)
    }
}
