import LeanJSON
import RoundtableAPI

/// A request that comes too often to be decoded, and is nearly always as it should be: what is not, the decoder reads again
/// and says why.
protocol QuicklyReadable: Decodable {
    /// Reads the value directly; nil if there is anything unusual about it.
    init?(quickly body: JSONElement)
}

extension Turn: QuicklyReadable {
    init?(quickly body: JSONElement) {
        guard let revision = body["revision"]?.integer, let move = body["move"]?.string, body["seat"] == nil,
            let conversation = body["conversation"].flatMap({ RoundtableAPI.Conversation(quickly: $0) }),
            let locale = body.optional("locale", \.string), let nickname = body.optional("nickname", \.string),
            let send = body.optional("send", \.sendMode)
        else { return nil }
        self.init(
            revision: revision, move: .string(move), conversation: conversation, locale: locale, nickname: nickname,
            send: send)
    }
}

extension OpenRequest: QuicklyReadable {
    init?(quickly body: JSONElement) {
        guard let conversation = body["conversation"].flatMap({ RoundtableAPI.Conversation(quickly: $0) }),
            let sender = body.optional("sender", { $0.uuid.map { RoundtableAPI.ParticipantID($0) } })
        else { return nil }
        self.init(conversation: conversation, sender: sender)
    }
}

extension SentRequest: QuicklyReadable {
    init?(quickly body: JSONElement) {
        guard let conversation = body["conversation"].flatMap({ RoundtableAPI.Conversation(quickly: $0) }) else {
            return nil
        }
        self.init(conversation: conversation)
    }
}

extension RoundtableAPI.Conversation {
    fileprivate init?(quickly body: JSONElement) {
        guard let local = body["local"]?.uuid, let remotes = body["remotes"]?.array(\.uuid) else { return nil }
        self.init(local: local, remotes: remotes)
    }
}

extension JSONElement {
    fileprivate var sendMode: RoundtableAPI.SendMode? { string.flatMap { RoundtableAPI.SendMode(rawValue: $0) } }

    /// A member that may be missing or null; the outer nil is for one that is something else.
    fileprivate func optional<Value>(_ name: StaticString, _ read: (JSONElement) -> Value?) -> Value?? {
        guard let member = self[name] else { return .some(nil) }
        return read(member).map { .some($0) }
    }
}
