import Foundation
import HTTPConnection
import HTTPTypes
import NIOCore

/// Makes another body of one that answers a request to a path.
typealias Tampering = @Sendable (_ path: String, _ body: Data) throws -> Data

/// A service that says something else than what it did.
struct TamperedResponder: HTTPResponder {
    let honest: any HTTPResponder
    let tampering: Tampering

    func answer(to request: HTTPRequest, _ body: ByteBuffer, on connection: ClientConnection) async -> HTTPAnswer {
        var answer = await honest.answer(to: request, body, on: connection)
        // A stream has no end.
        let path = String((request.path ?? "/").prefix { $0 != "?" })
        guard case .whole(let bytes) = answer.body,
            let tampered = try? tampering(path, Data(bytes.readableBytesView))
        else { return answer }
        answer.body = .whole(ByteBuffer(bytes: tampered))
        return answer
    }

    func refusal(of fault: RequestFault, in request: HTTPRequest?) -> HTTPAnswer {
        honest.refusal(of: fault, in: request)
    }
}
