import Foundation
package import RoundtableJSON

/// The content of one message of a session: an event, a draft, or the state as it was when a player asked for a fresh
/// message.
package enum MessageReference: Hashable, Sendable {
    /// The message of an event that was committed without a draft.
    case event(revision: Int)
    /// The message of a draft, also after it was committed.
    case draft(DraftID)
    /// A fresh message of the current state.
    case fresh(FreshMessageID)
    /// Only the picture after an event: handed to readers who may see the state but hold no bubble of their own.
    case picture(revision: Int)
    /// The message by which a player claims a seat.
    case claim(ClaimID)
}

/// `{"event": {"revision": 3}}`, `{"draft": {"_0": "…"}}`: as Swift encodes enumerations, which wrote the first of
/// them.
extension MessageReference: JSONConvertible {
    package func write(to json: inout JSONWriter) {
        json.object { json in
            switch self {
            case .event(let revision): json.member("event") { $0.member("revision", revision) }
            case .draft(let id): json.member("draft") { $0.member("_0", id) }
            case .fresh(let id): json.member("fresh") { $0.member("_0", id) }
            case .picture(let revision): json.member("picture") { $0.member("revision", revision) }
            case .claim(let id): json.member("claim") { $0.member("_0", id) }
            }
        }
    }

    package init(_ json: JSONElement) throws(JSONError) {
        if let event = try json.member("event") {
            self = .event(revision: try event.read("revision"))
        } else if let draft = try json.member("draft") {
            self = .draft(try draft.read("_0"))
        } else if let fresh = try json.member("fresh") {
            self = .fresh(try fresh.read("_0"))
        } else if let picture = try json.member("picture") {
            self = .picture(revision: try picture.read("revision"))
        } else if let claim = try json.member("claim") {
            self = .claim(try claim.read("_0"))
        } else {
            throw json.error(expected: "a reference to a message")
        }
    }
}

/// A message's token, opened: the session and what the message shows. Its text is short, signed and opaque.
package struct TokenPayload: Hashable, Sendable {
    package let session: SessionID
    package let reference: MessageReference

    package init(session: SessionID, reference: MessageReference) {
        self.session = session
        self.reference = reference
    }

    /// Opens a token's text; nil if it is forged, cut short or not a message's.
    package init?(_ token: MessageToken, keys: SigningKeys) {
        guard let payload = keys.open(token.rawValue, for: .message), payload.count >= 17 else { return nil }
        session = SessionID(UUID(bytes: payload.prefix(16)))
        let kind = payload[payload.startIndex + 16]
        let rest = payload.dropFirst(17)
        switch (kind, rest.count) {
        case (0, 4): reference = .event(revision: Self.number(rest))
        case (1, 16): reference = .draft(DraftID(UUID(bytes: rest)))
        case (2, 16): reference = .fresh(FreshMessageID(UUID(bytes: rest)))
        case (3, 4): reference = .picture(revision: Self.number(rest))
        case (4, 16): reference = .claim(ClaimID(UUID(bytes: rest)))
        default: return nil
        }
    }

    /// The token's text, as it stands in URLs.
    package func token(keys: SigningKeys) -> MessageToken {
        let text = keys.seal(for: .message) { payload in
            payload.append(session.uuid)
            switch reference {
            case .event(let revision): payload.append(kind: 0, revision)
            case .draft(let draft): payload.append(kind: 1, draft.uuid)
            case .fresh(let message): payload.append(kind: 2, message.uuid)
            case .picture(let revision): payload.append(kind: 3, revision)
            case .claim(let claim): payload.append(kind: 4, claim.uuid)
            }
        }
        return MessageToken(rawValue: text)
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}

extension [UInt8] {
    fileprivate mutating func append(_ uuid: UUID) {
        Swift.withUnsafeBytes(of: uuid.uuid) { append(contentsOf: $0) }
    }

    fileprivate mutating func append(kind: UInt8, _ uuid: UUID) {
        append(kind)
        append(uuid)
    }

    fileprivate mutating func append(kind: UInt8, _ revision: Int) {
        append(kind)
        Swift.withUnsafeBytes(of: UInt32(clamping: revision).bigEndian) { append(contentsOf: $0) }
    }
}
