import Foundation
import RoundtableJSON
import RoundtableModel

/// A request before it has an address and a credential.
struct ClientCall: Sendable {
    var method = "GET"
    var path: [String]
    var query: [URLQueryItem] = []
    var headers: [String: String] = [:]
    var body: Data?
    var timeout: TimeInterval = 30
    /// Whether a second arrival does no harm.
    var isRepeatable = true
    /// Whether it is made by a player.
    var needsPlayer = true
}

extension ClientCall {
    /// A call that reads, on behalf of the device that calls its owner by this UUID.
    static func get(_ path: [String], as participant: ParticipantID? = nil) -> ClientCall {
        var call = ClientCall(path: path)
        call.headers["Participant"] = participant?.description
        return call
    }

    /// A call that writes; it is repeatable if the contract says so or if it has a key.
    static func post(
        _ body: some JSONWritable, to path: [String], key: IdempotencyKey? = nil, isRepeatable: Bool = true
    ) -> ClientCall {
        var call = ClientCall(method: "POST", path: path, isRepeatable: isRepeatable)
        call.headers["Idempotency-Key"] = key?.rawValue
        call.headers["Content-Type"] = "application/json"
        call.body = Data(body.json)
        return call
    }

    static func delete(_ path: [String], isRepeatable: Bool = true) -> ClientCall {
        ClientCall(method: "DELETE", path: path, isRepeatable: isRepeatable)
    }

    /// The same call by anybody.
    var byAnybody: ClientCall {
        var call = self
        call.needsPlayer = false
        return call
    }

    /// Adds a query item, unless its value is nil.
    func asking(_ name: String, _ value: (some CustomStringConvertible)?) -> ClientCall {
        guard let value else { return self }
        var call = self
        call.query.append(URLQueryItem(name: name, value: value.description))
        return call
    }
}
