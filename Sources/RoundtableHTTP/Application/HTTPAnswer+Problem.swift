import Foundation
import HTTPConnection
import HTTPTypes
import JSON
import Logging
import NIOCore
import Roundtable
import RoundtableModel

extension HTTPAnswer {
    /// The answer of RFC 9457, with `code` and `requestId`, and `quota`, `reason` and `revision` where there are any.
    init(_ error: ServiceError, to request: RequestID) {
        let code = ErrorCode(rawValue: error.code.rawValue) ?? .internal
        var headers: HTTPFields = [.contentType: "application/problem+json", .cacheControl: "no-store"]
        headers[.requestID] = request.description
        if let retryAfter = error.retryAfter { headers[.retryAfter] = String(retryAfter) }
        if !error.allowed.isEmpty { headers[.allow] = error.allowed.joined(separator: ", ") }
        if code == .unauthenticated { headers[.wwwAuthenticate] = "Bearer" }
        var json = JSONWriter()
        Problem(error, as: code, to: request).write(to: &json)
        self.init(
            status: HTTPResponse.Status(code: code.status), headers: headers,
            body: .whole(json.withBytes { ByteBuffer(bytes: $0) }))
    }
}

extension ServiceError {
    /// The answer to a client for an error of any kind.
    init(caught error: any Error) {
        switch error {
        case let error as ServiceError:
            self = error
        case PictureError.malformed:
            self.init(.internal, "The picture can't be drawn.", underlying: error)
        case let error as PictureError:
            self.init(.unavailable, "The picture can't be drawn right now.", underlying: error)
        default:
            self.init(.internal, "Something went wrong here.", underlying: error)
        }
    }

    /// The refusal of a request that never came as a whole.
    init(_ fault: RequestFault) {
        switch fault {
        case .headTooLarge: self.init(.headersTooLarge, "The request's target or header fields are too long.")
        case .bodyTooLarge:
            self.init(.payloadTooLarge, "A request has at most \(RequestBody.maximumLength) bytes.")
        case .timeout: self.init(.requestTimeout, "The request did not come to its end in time.")
        case .malformed(let error):
            self.init(.badRequest, "The request is not written as HTTP/1.1 has it.", underlying: error)
        }
    }

    /// Logs what is no fault of the client's.
    func logIfOurs(to logger: @autoclosure () -> Logger) {
        guard code == .internal || code == .unavailable else { return }
        let reason = underlying.map { "\($0)" } ?? detail
        logger().error("a request failed", metadata: ["code": "\(code.rawValue)", "reason": "\(reason)"])
    }
}

extension Problem {
    fileprivate init(_ error: ServiceError, as code: ErrorCode, to request: RequestID) {
        self.init(
            type: "urn:problem-type:roundtable:\(code.rawValue)", title: code.title, status: code.status,
            detail: error.detail, code: code, revision: error.revision, reason: error.reason,
            quota: error.quota.map { Quota(rawValue: $0.rawValue) ?? .unknown }, requestID: request.description)
    }
}

extension ErrorCode {
    /// A few words that are the same for every problem of this code.
    fileprivate var title: String {
        switch self {
        case .badRequest: "The request can't be understood"
        case .unknownGame: "There is no such game"
        case .badOptions: "The game can't be set up like this"
        case .unauthenticated: "A valid credential is needed"
        case .notSeated: "You have no seat in this game"
        case .notYourTurn: "It is not your turn"
        case .notAllowed: "This is not yours to do"
        case .notFound: "There is no such thing"
        case .methodNotAllowed: "This can't be done here"
        case .requestTimeout: "The request took too long to come"
        case .staleRevision: "The game has moved on"
        case .sessionOver: "The game is over"
        case .seatTaken: "The seat is taken"
        case .noOpenSeat: "No seat is open"
        case .alreadyCommitted: "The move counts already"
        case .idempotencyKeyReused: "The Idempotency-Key belongs to another request"
        case .payloadTooLarge: "The request is too large"
        case .headersTooLarge: "The request's head is too large"
        case .illegalMove: "The move is against the rules"
        case .rateLimited: "Too many requests"
        case .internal, .unknown: "Something went wrong here"
        case .unavailable: "The service is not available right now"
        }
    }
}
