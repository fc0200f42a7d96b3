import HTTPConnection
import HTTPTypes
import Logging
import NIOCore
import Roundtable
import RoundtableJSON
import RoundtableModel

extension HTTPReply {
    private static let jsonHeaders: HTTPFields = [
        .contentType: "application/json; charset=utf-8", .cacheControl: "no-store",
    ]

    init(json value: some JSONWritable, status: HTTPResponse.Status = .ok, headers: HTTPFields = jsonHeaders) {
        var json = JSONWriter()
        value.write(to: &json)
        self.init(status: status, headers: headers, body: .whole(json.withBytes { ByteBuffer(bytes: $0) }))
    }

    /// The answer of RFC 9457, with `code` and `requestId`, and `developerDetail`, `quota`, `reason` and `revision`
    /// where there are any.
    ///
    /// - Parameter languages: those that the one who asked reads, the preferred one first.
    init(
        _ error: ServiceError, to request: HTTPRequestID, in languages: [String] = [], texts: ProblemTexts = .service
    ) {
        let language = texts.language(for: languages)
        let code = error.code
        var headers: HTTPFields = [
            .contentType: "application/problem+json", .cacheControl: "no-store", .contentLanguage: language,
        ]
        headers[.requestID] = request.description
        if let retryAfter = error.retryAfter { headers[.retryAfter] = String(retryAfter) }
        if !error.allowed.isEmpty { headers[.allow] = error.allowed.joined(separator: ", ") }
        if code == .unauthenticated { headers[.wwwAuthenticate] = "Bearer" }
        let problem = Problem(
            type: "urn:problem-type:roundtable:\(code.rawValue)", title: texts.title(of: code, in: language),
            status: code.status, detail: texts.detail(of: error, in: language),
            developerDetail: error.developerDetail, code: code, revision: error.revision, reason: error.reason,
            quota: error.quota, session: error.session, requestID: request.description)
        self.init(json: problem, status: HTTPResponse.Status(code: code.status), headers: headers)
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
        case PictureError.busy:
            self.init(because: .busy, "Too many pictures are asked for at the moment; try again.")
        case let error as PictureError:
            self.init(.unavailable, "The picture can't be drawn right now.", underlying: error)
        default:
            self.init(.internal, underlying: error)
        }
    }

    /// The refusal of a request that never came as a whole.
    init(_ fault: RequestFault) {
        switch fault {
        case .targetTooLong: self.init(.uriTooLong, "The request's target is too long.")
        case .headTooLarge: self.init(.headersTooLarge, "The request's header fields are too long.")
        case .expectation: self.init(.expectationFailed, "A request may expect 100-continue, and nothing else.")
        case .coding: self.init(.notImplemented, "The only transfer coding is chunked.")
        case .version: self.init(.versionNotSupported, "The versions are HTTP/1.0 and HTTP/1.1.")
        case .bodyTooLarge:
            self.init(.payloadTooLarge, "A request has at most \(RequestBody.maximumLength) bytes.")
        case .overloaded: self.init(because: .busy, "Too many requests are under way; try again.")
        case .timeout: self.init(.requestTimeout, "The request did not come to its end in time.")
        case .malformed: self.init(.badRequest, "The request is not written as HTTP/1.1 has it.")
        }
    }

    /// Logs what is no fault of the client's: as an error, but for a refusal that has no error beneath it. Such a one
    /// finds no place at the moment, and whoever asks too often must not fill the log.
    func logIfOurs(to logger: @autoclosure () -> Logger) {
        guard code == .internal || code == .unavailable else { return }
        let isRefusal = code == .unavailable && underlying == nil
        let reason = underlying.map { "\($0)" } ?? detail
        logger().log(
            level: isRefusal ? .debug : .error, isRefusal ? "a request was refused" : "a request failed",
            metadata: ["code": "\(code.rawValue)", "reason": "\(reason)"])
    }
}
