import Foundation
import HTTPConnection
import HTTPTypes
import NIOCore
import Roundtable
@_spi(Roundtable) import RoundtableJSON
@_spi(Roundtable) import RoundtableModel

/// A request on its way to a route.
struct Call: Sendable {
    let id: HTTPRequestID
    /// The request without its body.
    let head: HTTPRequest
    var content = ByteBuffer()
    let connection: ClientConnection
    /// Where the request comes from.
    let client: ClientAddress
    let destination: RouteTable.Destination
    /// The credential that the request names and the service has made, revoked or not.
    var credential: CredentialID?
    /// Who asks; nil where nobody needs to be known.
    var player: Player?
    /// The request's place among those that are under way; nil for none.
    var place: AdmissionPlace?

    /// Where the request goes; nil for nowhere.
    var route: Route? {
        guard case .route(let route, _) = destination else { return nil }
        return route
    }

    /// The template of the path, in which there is nothing of anybody; reads that may be held are a route of their own.
    var routeName: String {
        guard let route else { return "other" }
        return route.mayBeHeld && (try? query("wait")) != nil
            ? "\(route.template.text)?wait" : route.template.text
    }

    /// Says that nothing is done for the request for a while: it keeps nobody else out until then.
    func beginWaiting() { place?.leave() }

    /// - Throws: `unauthenticated`.
    var caller: PlayerID {
        get throws(ServiceError) {
            guard let player else { throw ServiceError(.unauthenticated, "A credential is needed.") }
            return player.id
        }
    }

    /// The credential; whether it is valid still, the database knows.
    ///
    /// - Throws: `unauthenticated`, without one or for one that the service never made.
    var recognised: CredentialID {
        get throws(ServiceError) {
            if let credential { return credential }
            throw head.bearerToken == nil
                ? ServiceError(.unauthenticated, "A bearer token is needed.") : PlayerService.invalid
        }
    }

    /// Who asks, on the device that the header `Participant` names.
    ///
    /// - Throws: `unauthenticated`, `bad_request`.
    var asker: Asker {
        get throws(ServiceError) { Asker(player: try caller, local: try head.participant()) }
    }

    private var subject: Substring {
        guard case .route(_, let subject) = destination else { return "" }
        return subject
    }

    /// The session that the path names.
    ///
    /// - Throws: `not_found`, also for what can be no session's ID.
    var session: SessionID {
        get throws(ServiceError) {
            guard let id = SessionID(subject) else { throw .notFound }
            return id
        }
    }

    /// The message token that the path names.
    var token: MessageToken { MessageToken(rawValue: String(subject)) }

    /// The body; see ``RequestBody/init(_:isOptional:)``.
    func body(isOptional: Bool = false) throws(ServiceError) -> RequestBody {
        try RequestBody(content, isOptional: isOptional)
    }

    /// A number of the query.
    ///
    /// - Throws: `bad_request`, if it is there and no number within the range, or there more than once.
    func number(_ name: String, in range: ClosedRange<Int>) throws(ServiceError) -> Int? {
        guard let text = try query(name) else { return nil }
        guard let number = Int(canonical: text, in: range) else {
            throw ServiceError(.badRequest, "\(name) is a number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }

    /// A value of the query that is `true` or `false`.
    ///
    /// - Throws: `bad_request`, if it is neither.
    func flag(_ name: String) throws(ServiceError) -> Bool? {
        switch try query(name) {
        case nil: nil
        case "true": true
        case "false": false
        default: throw ServiceError(.badRequest, "\(name) is true or false.")
        }
    }

    /// A value of the query, unescaped.
    ///
    /// - Throws: `bad_request`, if it is there more than once.
    func query(_ name: String) throws(ServiceError) -> String? {
        guard let path = head.path else { return nil }
        let text = Substring(path.utf8.dropFirst(head.pathAlone.utf8.count + 1))
        guard !text.isEmpty else { return nil }
        var values: [String] = []
        for member in text.split(separator: "&") {
            let parts = member.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard (parts[0].removingPercentEncoding ?? String(parts[0])).hasSameBytes(as: name) else { continue }
            let value = parts.count > 1 ? String(parts[1]) : ""
            values.append(value.removingPercentEncoding ?? value)
        }
        guard values.count < 2 else { throw ServiceError(.badRequest, "\(name) is in the query more than once.") }
        return values.first
    }
}
