import Foundation
import RoundtableModel

/// What the readers of one server may not be told: credentials, tokens of others' messages, and identifiers in plain
/// texts.
struct Secrets {
    /// Known to those who hold them, and told by nothing but the answer that made them.
    var credentials: Set<String> = []
    /// The player who made each message, by its token.
    private var authors: [String: String] = [:]

    /// What an answer tells that it must not.
    mutating func leaks(in answer: Reply, to asked: Ledger.Asked) -> [String] {
        // The examples of the document are nobody's.
        guard asked.path != "/openapi.yaml" else { return [] }
        let reader = asked.guest?.player ?? "nobody"
        for token in answer.messageTokens where authors[token] == nil { authors[token] = reader }
        let text = answer.text
        let foreign = authors.filter { $1 != reader && text.hasBytes(of: $0) && !asked.path.contains($0) }
        return credentials.filter(text.hasBytes).map { "the credential \($0)" }
            + foreign.map { "the token \($0.key) of another's message" }
            + (answer.json.map { $0.attributions(allowed: asked.guest?.known ?? []) } ?? text.attributions)
    }
}

extension Reply {
    /// The tokens of the messages in the answer.
    fileprivate var messageTokens: [String] {
        ["session.message", "session.draft", "message", "draft"].compactMap { path in
            path.split(separator: ".").reduce(json) { $0?[String($1)] }?["token"]?.string
        }
    }
}

extension JSONValue {
    /// Attributions by `$UUID` where none belongs: anywhere but in a message that is about to be staged and where a
    /// view says what such a text would say, and of anybody whom the device did not name.
    fileprivate func attributions(allowed: Set<String>) -> [String] {
        switch self {
        case .null, .bool, .integer, .number: []
        case .string(let text): text.attributions
        case .array(let values): values.flatMap { $0.attributions(allowed: allowed) }
        case .object(let members):
            members.flatMap { name, value in
                name == "attribution" || (name == "message" && isAnswerToStage)
                    ? value.texts.flatMap(\.attributions).filter { !allowed.contains(String($0.dropFirst())) }
                    : value.attributions(allowed: allowed)
            }
        }
    }

    /// Whether this is an answer whose message the device stages, and not a view or a draft in a view.
    private var isAnswerToStage: Bool { self["draft"]?.bool != nil || object?.count == 1 }

    private var texts: [String] {
        switch self {
        case .null, .bool, .integer, .number: []
        case .string(let text): [text]
        case .array(let values): values.flatMap(\.texts)
        case .object(let members): members.values.flatMap(\.texts)
        }
    }
}

extension String {
    /// Whether the bytes of another text are among those of this one, which is found faster than a text is. NB: no
    /// answer has a NUL, at which this would end.
    func hasBytes(of other: String) -> Bool { strstr(self, other) != nil }

    /// Every `$UUID` in a text, in any case.
    fileprivate var attributions: [String] {
        guard utf8.contains(UInt8(ascii: "$")) else { return [] }
        return matches(of: Self.attribution).map { String($0.output) }
    }

    nonisolated(unsafe) private static let attribution = /\$[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}/
}
