import Foundation
@testable package import Roundtable

extension TurnStore {
    /// The first answer to a player's request with this key, wherever and however long it is kept.
    package func answer(
        to player: PlayerID, key: String, in session: SessionID
    ) async throws(ServiceError) -> StoredAnswer? {
        try await answer(
            StoredAnswer.Search(
                session: session, player: player, request: IdempotencyMark(key: key, fingerprint: { [] }),
                id: RequestID(of: key, by: player, in: session), revision: 0, since: .distantPast))
    }
}
