import GameRules
import Synchronization

/// The texts of a session as it stands, made once for all who are shown it.
final class ToldSession: Sendable {
    /// The most memory that is kept of texts in a language, in bytes.
    private static let longestTexts = 4096
    /// The number of languages in which texts are kept; a language whose mover is addressed counts twice.
    private static let fewLanguages = 2

    private struct Told {
        var texts: MessageTexts?
        /// Those that were written last are at the end.
        var written: [(language: String, isReadersOwn: Bool, texts: WrittenTexts)] = []
    }

    private let told = Mutex(Told())

    /// The texts of the newest event's message with what VoiceOver says of the position.
    ///
    /// - Parameter make: makes them; called until it has.
    func texts(_ make: () throws(ServiceError) -> MessageTexts) throws(ServiceError) -> MessageTexts {
        if let texts = told.withLock({ $0.texts }) { return texts }
        let texts = try make()
        told.withLock { $0.texts = texts }
        return texts
    }

    /// Those texts in a language; nil if they are others, or were not written in it lately.
    ///
    /// - Parameter isReadersOwn: whether they are for the mover.
    func written(_ texts: MessageTexts, in language: String, isReadersOwn: Bool) -> WrittenTexts? {
        told.withLock { told in
            guard
                let index = told.written.firstIndex(where: { known in
                    known.language == language
                        && (known.isReadersOwn == isReadersOwn || !known.texts.addressesMover)
                }), told.texts == texts
            else { return nil }
            return told.written[index].texts
        }
    }

    /// Keeps those texts in a language, unless they are others.
    ///
    /// - Parameter isReadersOwn: whether they are for the mover.
    func keep(_ written: WrittenTexts, of texts: MessageTexts, in language: String, isReadersOwn: Bool) {
        guard written.line.memory <= Self.longestTexts else { return }
        told.withLock { told in
            guard told.texts == texts else { return }
            if told.written.count == Self.fewLanguages { told.written.removeFirst() }
            told.written.append((language, isReadersOwn, written))
        }
    }
}
