import Roundtable
import Synchronization

/// Reads of sessions, answered with the bytes of an earlier answer as long as nothing has changed that it rests on.
///
/// The session is read each time, so that no answer is older than it may be; only the writing is spared.
final class ViewAnswers: Sendable {
    private struct Reader: Hashable {
        let session: SessionID
        let asker: Asker
        let languages: [String]
    }

    private struct Kept {
        let stamp: SessionRecord.Stamp
        let signer: UInt8
        let answer: ViewAnswer
    }

    /// How many answers are kept; when there are more, all are forgotten.
    private static let capacity = 8192

    private let sessions: SessionService
    private let kept = Mutex<[Reader: Kept]>([:])

    /// Answers with views of a service's sessions.
    init(of sessions: SessionService) { self.sessions = sessions }

    /// A session as its reader may see it now.
    ///
    /// - Throws: `not_found`.
    func answer(of session: SessionID, for asker: Asker, languages: [String]) async throws(ServiceError) -> ViewAnswer {
        let record = try await sessions.record(of: session, for: asker)
        guard let stamp = record.stamp else { return write(record, for: asker, languages) }
        let reader = Reader(session: session, asker: asker, languages: languages)
        let signer = sessions.signer
        if let known = kept.withLock({ $0[reader] }), known.stamp == stamp, known.signer == signer {
            return known.answer
        }
        let answer = write(record, for: asker, languages)
        kept.withLock { kept in
            if kept.count >= Self.capacity { kept.removeAll() }
            kept[reader] = Kept(stamp: stamp, signer: signer, answer: answer)
        }
        return answer
    }

    private func write(_ record: SessionRecord, for asker: Asker, _ languages: [String]) -> ViewAnswer {
        ViewAnswer(sessions.view(of: record, for: asker.player, languages: languages))
    }
}
