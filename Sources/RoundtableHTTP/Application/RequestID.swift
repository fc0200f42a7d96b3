import HTTPTypes
import Hummingbird
import Logging
import Roundtable

/// What one request is called in its answer, in the log and in a problem: as the client calls it, else a name of ours.
struct RequestID: Hashable, Sendable, CustomStringConvertible {
    private static let longest = 64

    let description: String

    /// The name of a request: the client's, if it is fit.
    init(of request: HTTPRequest) {
        self = request.headerFields[usuallyOne: .requestID].flatMap { RequestID($0) } ?? RequestID()
    }

    /// A new name.
    init() {
        let number = UInt64.random(in: .min ... .max)
        description = String(unsafeUninitializedCapacity: 16) { digits in
            for index in 0..<16 {
                let digit = UInt8(truncatingIfNeeded: number >> (60 - 4 * index)) & 15
                digits[index] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
            }
            return 16
        }
    }

    /// The client's name; nil if it is longer than 64 characters, or has others than letters, digits, `.`, `_` and `-`.
    init?(_ text: String) {
        let isFit = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"): true
            default: byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
            }
        }
        guard isFit, !text.isEmpty, text.utf8.count <= Self.longest else { return nil }
        description = text
    }
}

/// Gives every request an ID, and its answer, too.
struct RequestIDMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: PlayerContext, next: @concurrent (Request, PlayerContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        let id = RequestID(of: request.head)
        context.requestID = id
        var response = try await next(request, context)
        response.headers[.requestID] = id.description
        return response
    }
}

/// Logs every request, by its route: in the path itself there may be a token.
struct AccessLogMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: PlayerContext, next: @concurrent (Request, PlayerContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        let response = try await next(request, context)
        let (logger, status) = (context.requestLogger, response.status.code)
        let (method, route) = (request.method.rawValue, request.route(in: context))
        return response.whenEnded {
            let milliseconds = start.duration(to: .now) / .milliseconds(1)
            logger.info(
                "answered",
                metadata: [
                    "method": "\(method)", "route": "\(route)", "status": .stringConvertible(status),
                    "milliseconds": .stringConvertible((milliseconds * 1000).rounded() / 1000),
                ])
        }
    }
}
