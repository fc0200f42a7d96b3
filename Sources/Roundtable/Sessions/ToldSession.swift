import GameRules
import Synchronization

/// The texts of a session as it stands, made once for all who are shown it.
final class ToldSession: Sendable {
    /// The most bytes of a board's list that are kept.
    private static let longestList = 2048

    private struct Told {
        var texts: MessageTexts?
        var board: (language: String, list: TextWriter.KnownList)?
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

    /// The list that tells the board in a language; nil if it was not written in that one last.
    func board(in language: String) -> TextWriter.KnownList? {
        told.withLock { $0.board?.language == language ? $0.board?.list : nil }
    }

    /// Keeps the list that tells the board in a language, unless it reads otherwise to another reader.
    func keep(_ list: TextWriter.KnownList, in language: String) {
        guard !list.isPersonal, list.line.size.bytes <= Self.longestList else { return }
        told.withLock { $0.board = (language, list) }
    }
}
