import Roundtable
import Synchronization

/// Reads of sessions, answered with the bytes of an earlier answer as long as nothing has changed that it rests on.
///
/// The session is read each time, so that no answer is older than it may be; only the writing is spared.
final class ViewReplies: Sendable {
    private struct Reader: Hashable, Sendable {
        let session: SessionID
        let asker: Asker
        let language: String
    }

    private struct Kept: Sendable {
        let stamp: SessionRecord.Stamp
        let signer: UInt8
        let answer: TaggedReply
    }

    /// The number of bytes of answers that are kept.
    private static let limit = 64 << 20

    private let sessions: SessionService
    private let kept = Mutex(RecentlyUsed<Reader, Kept>(limit: ViewReplies.limit))

    init(of sessions: SessionService) { self.sessions = sessions }

    /// A session that was just read, as its reader may see it.
    func answer(with record: SessionRecord, for asker: Asker, languages: [String]) throws(ServiceError) -> TaggedReply {
        let session = record.session.id
        let stamp = record.stamp(for: asker.player, at: sessions.context.clockReading)
        let reader = Reader(
            session: session, asker: asker, language: sessions.context.composer.language(for: languages))
        let signer = sessions.context.keys.current
        if let known = kept.withLock({ $0.value(of: reader) }), known.stamp == stamp, known.signer == signer {
            return known.answer
        }
        let answer = TaggedReply(
            try sessions.view(of: record, for: asker, languages: languages), by: sessions.context.keys.entityTags)
        kept.withLock {
            $0.keep(Kept(stamp: stamp, signer: signer, answer: answer), for: reader, weighing: answer.size)
        }
        return answer
    }
}
