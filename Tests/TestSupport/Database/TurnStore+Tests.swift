import Foundation
@testable package import Roundtable

extension TurnStore {
    /// The first answer to a player's request with this key, wherever and however long it is kept.
    package func answer(
        to player: PlayerID, key: String, in session: SessionID
    ) async throws(ServiceError) -> StoredAnswer? {
        let request = MessageRequest(
            player: player, conversation: Conversation(local: ParticipantID(player.uuid), remotes: []), locale: nil,
            nickname: nil, send: .now, key: key, fingerprint: { [] })
        return try await answer(
            StoredAnswer.Search(
                session: session, request: request, id: request.id(in: session), revision: 0, since: .distantPast))
    }
}
