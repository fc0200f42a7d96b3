import Foundation
import Postgres
import Roundtable

/// A first answer as the columns of what its request made, an event or a draft; all else of it follows from that row.
/// NB: a class, because a reference is cheaper to pass on.
final class StoredAnswerColumns: Sendable {
    /// The columns that `events` and `drafts` have in common.
    static let names = "request_hash, answer_to, answer_names, answer_language, answer_claims"

    let hash: [UInt8]
    /// The request's participants, 16 bytes each, the local one first.
    let conversation: [UInt8]
    /// Who they stood for besides the player who asked, who is the local one: for each 16 bytes of the player, and the
    /// place of the participant among the remotes.
    let participants: [UInt8]
    let language: String
    let claims: PostgresJSON?

    var byteCount: Int {
        hash.count + conversation.count + participants.count + language.utf8.count + (claims?.text.count ?? 0)
    }

    /// - Throws: `internal`, if something in it can't be stored; `bad_request`, if it can't be kept.
    init(_ answer: StoredAnswer) throws(ServiceError) {
        let content = answer.content
        hash = answer.fingerprint
        conversation = content.conversation.bytes
        participants = content.participantBytes(besides: answer.player)
        language = content.language
        claims = try PostgresJSON(ifPresent: content.claims)
    }
}

extension PostgresColumns {
    /// Adds the columns of an answer, which a row may lack.
    mutating func addAnswer(_ answer: @escaping @Sendable (Row) -> StoredAnswerColumns?) {
        add("request_hash") { answer($0)?.hash }
        add("answer_to") { answer($0)?.conversation }
        add("answer_names") { answer($0)?.participants }
        add("answer_language") { answer($0)?.language }
        add("answer_claims") { answer($0)?.claims }
    }
}

extension StoredAnswer.Content {
    /// Reads an answer from the columns of an event or a draft.
    init(_ row: PostgresRow, to player: PlayerID, message: MessageReference, isDraft: Bool) throws {
        let conversation = try Conversation(bytes: row.decode("answer_to"))
        let others = try row.decode("answer_names", as: [UInt8].self)
        self.init(
            message: message, isDraft: isDraft, revision: try row.decode("revision"), conversation: conversation,
            participants: try NamedPlayers(others, besides: player, in: conversation),
            language: try row.decode("answer_language"),
            claims: try row.decode("answer_claims", as: PostgresJSON?.self)?.decode())
    }

    /// Encodes the other players, each with the place of its identifier in the conversation, where all of them are.
    fileprivate func participantBytes(besides player: PlayerID) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(17 * participants.all.count)
        for (other, participant) in participants.all where other != player {
            guard let place = conversation.remotes.firstIndex(of: participant).flatMap({ UInt8(exactly: $0) })
            else { continue }
            bytes.append(other.uuid)
            bytes.append(place)
        }
        return bytes
    }
}

extension Replacement {
    /// Where an answer names the player, from 1; 0 if it does not.
    var placeInAnswer: StatementPart { "position(uuid_send(\(old)) IN answer_names)" }

    /// Assignments, of a row of events or drafts: its own answer goes with its player, and others name the successor,
    /// or nobody.
    var ofAnswers: StatementPart {
        let place = placeInAnswer
        return """
            request_hash = CASE WHEN player_id <> \(old) THEN request_hash END,
            answer_to = CASE WHEN player_id <> \(old) THEN answer_to END,
            answer_language = CASE WHEN player_id <> \(old) THEN answer_language END,
            answer_claims = CASE WHEN player_id <> \(old) THEN answer_claims END,
            answer_names = CASE WHEN player_id = \(old) THEN NULL WHEN \(place) = 0 THEN answer_names
                WHEN \(erases)
                THEN substring(answer_names FOR \(place) - 1) || substring(answer_names FROM \(place) + 17)
                ELSE overlay(answer_names PLACING uuid_send(\(new)) FROM \(place)) END
            """
    }
}

extension Conversation {
    fileprivate var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16 * (remotes.count + 1))
        bytes.append(local.uuid)
        for remote in remotes { bytes.append(remote.uuid) }
        return bytes
    }

    fileprivate init(bytes: [UInt8]) throws(ServiceError) {
        let participants = stride(from: 0, to: bytes.count, by: 16).compactMap { place in
            bytes.uuid(at: place).map { ParticipantID($0) }
        }
        guard let local = participants.first else { throw .unreadableAnswer }
        self.init(local: local, remotes: Array(participants.dropFirst()))
    }
}

extension NamedPlayers {
    /// Reads the players besides the one who asked, who is the local participant of a conversation.
    fileprivate init(
        _ others: [UInt8], besides player: PlayerID, in conversation: Conversation
    ) throws(ServiceError) {
        self = [player: conversation.local]
        for place in stride(from: 0, to: others.count, by: 17) {
            guard let player = others.uuid(at: place), let remote = others.dropFirst(place + 16).first.map(Int.init),
                conversation.remotes.indices.contains(remote)
            else { throw .unreadableAnswer }
            add(PlayerID(player), as: conversation.remotes[remote])
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ uuid: UUID) {
        Swift.withUnsafeBytes(of: uuid.uuid) { append(contentsOf: $0) }
    }

    fileprivate func uuid(at place: Int) -> UUID? {
        guard place + 16 <= count else { return nil }
        return withUnsafeBytes { UUID(uuid: $0.loadUnaligned(fromByteOffset: place, as: uuid_t.self)) }
    }
}

extension ServiceError {
    fileprivate static var unreadableAnswer: ServiceError {
        ServiceError(.internal, "A stored answer can't be read.")
    }
}
