import Foundation
import HTTPConnection
import HTTPTypes
import NIOCore

/// Makes another body of one that answers a request to a path.
typealias Tampering = @Sendable (_ path: String, _ body: Data) throws -> Data

/// A service that says something else than what it did, or that it has no room for a request to a path.
struct TamperedResponder: HTTPResponder {
    let honest: any HTTPResponder
    let tampering: Tampering
    let refusing: @Sendable (_ path: String) -> Bool

    func receive(_ request: HTTPRequest, on connection: ClientConnection) -> Reception {
        if refusing(request.path ?? "/") {
            return .refused(
                HTTPReply(
                    status: .serviceUnavailable, headers: [.contentType: "application/problem+json"],
                    body: .whole(ByteBuffer(string: #"{"code":"unavailable"}"#))))
        }
        return switch honest.receive(request, on: connection) {
        case .refused(let answer): .refused(tampered(answer, to: request))
        case .admitted(let answer): .admitted { body in tampered(await answer(body), to: request) }
        }
    }

    private func tampered(_ honest: HTTPReply, to request: HTTPRequest) -> HTTPReply {
        var answer = honest
        // A stream has no end.
        let path = String((request.path ?? "/").prefix { $0 != "?" })
        guard case .whole(let bytes) = answer.body,
            let tampered = try? tampering(path, Data(bytes.readableBytesView))
        else { return answer }
        answer.body = .whole(ByteBuffer(bytes: tampered))
        return answer
    }

    func refusal(of fault: RequestFault, in request: HTTPRequest?) -> HTTPReply {
        honest.refusal(of: fault, in: request)
    }
}
