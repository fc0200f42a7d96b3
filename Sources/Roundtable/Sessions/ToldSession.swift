import Foundation
import GameRules
import Synchronization

/// The texts and addresses of the newest event's messages, made once for all who are shown them.
package final class ToldSession: Sendable {
    /// The most memory that is kept of texts in a language, in bytes.
    private static let longestTexts = 2048
    /// The number of languages in which texts are kept; a language whose mover is addressed counts twice.
    private static let fewLanguages = 2
    /// The number of messages of an event: its author's own, and the picture for all others.
    private static let fewAddresses = 2
    /// The most memory that is kept besides the texts as the game made them, in bytes.
    package static let mostMemory = fewLanguages * longestTexts + fewAddresses * 512

    private struct Told {
        var texts: MessageTexts?
        /// Those that were written last are at the end.
        var written: [(language: String, isReadersOwn: Bool, texts: WrittenTexts)] = []
        /// Of the messages that were addressed last, the keys that sealed their tokens.
        var addresses: [(reference: MessageReference, keys: UUID, address: MessageAddress)] = []
    }

    private let told = Mutex(Told())

    /// The texts of the newest event's message with what VoiceOver says of the position; made until that succeeds.
    func texts(_ make: () throws(ServiceError) -> MessageTexts) throws(ServiceError) -> MessageTexts {
        if let texts = told.withLock({ $0.texts }) { return texts }
        let texts = try make()
        told.withLock { $0.texts = texts }
        return texts
    }

    /// Those texts in a language, for the mover or others; nil if they were not written in it lately.
    func written(in language: String, isReadersOwn: Bool) -> WrittenTexts? {
        told.withLock { told in
            for known in told.written where known.language == language {
                if known.isReadersOwn == isReadersOwn || !known.texts.addressesMover { return known.texts }
            }
            return nil
        }
    }

    /// Keeps those texts in a language, for the mover or others.
    func keep(_ written: WrittenTexts, in language: String, isReadersOwn: Bool) {
        guard written.line.memory <= Self.longestTexts else { return }
        told.withLock { told in
            if told.written.count == Self.fewLanguages { told.written.removeFirst() }
            told.written.append((language, isReadersOwn, written))
        }
    }

    /// The address of a message by some keys; nil if it was not made lately.
    func address(of reference: MessageReference, by keys: SigningKeys) -> MessageAddress? {
        told.withLock { told in
            told.addresses.first { $0.reference == reference && $0.keys == keys.version }?.address
        }
    }

    /// Keeps the address of a message by some keys; not a fresh one's, which nobody asks for again.
    func keep(_ address: MessageAddress, of reference: MessageReference, by keys: SigningKeys) {
        if case .fresh = reference { return }
        told.withLock { told in
            if told.addresses.count == Self.fewAddresses { told.addresses.removeFirst() }
            told.addresses.append((reference, keys.version, address))
        }
    }
}
