import Foundation
import HTTPTypes
import Hummingbird
import LeanJSON
import Logging
import NIOCore
import Roundtable
import RoundtableAPI

/// Makes every error an answer of `application/problem+json`, by one table; what nobody expected is `internal` and logged.
struct ProblemMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: PlayerContext, next: @concurrent (Request, PlayerContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            let problem = ServiceError(caught: error)
            problem.logIfOurs(to: context.requestLogger)
            return try problem.response(to: context.requestID)
        }
    }
}

extension ServiceError {
    /// What an error of any kind is to a client.
    init(caught error: any Error) {
        switch error {
        case let error as ServiceError:
            self = error
        case let error as PictureError:
            self.init(.unavailable, "The picture can't be drawn right now.", underlying: error)
        case let error as any HTTPResponseError where error.status == .notFound:
            self.init(.notFound, "There is nothing here.")
        case let error as any HTTPResponseError where error.status == .contentTooLarge:
            self.init(.payloadTooLarge, "The request is too large.")
        case let error as any HTTPResponseError where error.status.kind == .clientError:
            self.init(.badRequest, "The request can't be read.", underlying: error)
        default:
            self.init(.internal, "Something went wrong here.", underlying: error)
        }
    }

    /// Logs what is no fault of the client's.
    func logIfOurs(to logger: @autoclosure () -> Logger) {
        guard code == .internal || code == .unavailable else { return }
        let reason = underlying.map { "\($0)" } ?? detail
        logger().error("a request failed", metadata: ["code": "\(code.rawValue)", "reason": "\(reason)"])
    }

    /// The answer of RFC 9457.
    func response(to request: RequestID?) throws -> Response {
        let (head, body) = try answer(to: request)
        return Response(status: head.status, headers: head.headerFields, body: ResponseBody(byteBuffer: body))
    }

    /// Head and body of the answer of RFC 9457, with `code` and `requestId`, and `revision` and `reason` where there are any.
    func answer(to request: RequestID?) throws -> (head: HTTPResponse, body: ByteBuffer) {
        let code = ErrorCode(rawValue: code.rawValue) ?? .internal
        let problem = Problem(
            type: "urn:problem-type:roundtable:\(code.rawValue)", title: code.title, status: code.status,
            detail: detail, code: code,
            revision: revision, reason: reason, requestID: request?.description)
        var headers: HTTPFields = [.contentType: "application/problem+json", .cacheControl: "no-store"]
        if let retryAfter { headers[.retryAfter] = String(retryAfter) }
        if code == .unauthenticated { headers[.wwwAuthenticate] = "Bearer" }
        let body = try LeanJSONEncoder.roundtable.encode(problem)
        return (
            HTTPResponse(status: HTTPResponse.Status(code: code.status), headerFields: headers), ByteBuffer(bytes: body)
        )
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
        case .staleRevision: "The game has moved on"
        case .sessionOver: "The game is over"
        case .seatTaken: "The seat is taken"
        case .noOpenSeat: "No seat is open"
        case .alreadyCommitted: "The move counts already"
        case .idempotencyKeyReused: "The Idempotency-Key belongs to another request"
        case .payloadTooLarge: "The request is too large"
        case .illegalMove: "The move is against the rules"
        case .rateLimited: "Too many requests"
        case .internal, .unknown: "Something went wrong here"
        case .unavailable: "The service is not available right now"
        }
    }
}
