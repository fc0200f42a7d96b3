import Foundation
import RoundtableJSON
import RoundtableClient
import RoundtableModel

extension OutboxItem: JSONConvertible {
    /// Writes the value.
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("askedAt", askedAt)
            json.member("key", key.rawValue)
            switch request {
            case .begin(let request): Self.write("begin", nil, request, to: &json)
            case .turn(let id, let request): Self.write("turn", id.rawValue, request, to: &json)
            case .join(let id, let request): Self.write("join", id.rawValue, request, to: &json)
            case .act(let id, let request): Self.write("act", id.rawValue, request, to: &json)
            case .nudge(let id, let request): Self.write("nudge", id.rawValue, request, to: &json)
            case .sent(let token, let request): Self.write("sent", token.rawValue, request, to: &json)
            case .cancel(let token, let request): Self.write("cancel", token.rawValue, request, to: &json)
            }
        }
    }

    private static func write(
        _ kind: String, _ about: String?, _ request: some JSONWritable, to json: inout JSONWriter
    ) {
        json.member("about", ifPresent: about)
        json.member("kind", kind)
        json.member("request", request)
    }

    init(_ json: JSONElement) throws(JSONError) {
        self.init(
            key: IdempotencyKey(rawValue: try json.read("key")), askedAt: try json.read("askedAt"),
            request: try Request(json))
    }
}

extension OutboxItem.Request {
    fileprivate init(_ json: JSONElement) throws(JSONError) {
        let kind: String = try json.read("kind")
        switch kind {
        case "begin": self = .begin(try json.read("request"))
        case "turn": self = .turn(try json.read("about"), try json.read("request"))
        case "join": self = .join(try json.read("about"), try json.read("request"))
        case "act": self = .act(try json.read("about"), try json.read("request"))
        case "nudge": self = .nudge(try json.read("about"), try json.read("request"))
        case "sent": self = .sent(try json.read("about"), try json.read("request"))
        case "cancel": self = .cancel(try json.read("about"), try json.read("request"))
        default: throw json.error(expected: "a kind of request")
        }
    }
}
