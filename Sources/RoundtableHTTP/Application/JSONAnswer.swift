import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import LeanJSON
import NIOCore
import RoundtableAPI

/// An answer in JSON.
struct JSONAnswer: ResponseGenerator, Sendable {
    private(set) var status: HTTPResponse.Status
    var headers = JSONAnswer.usualHeaders
    private(set) var body: ByteBuffer

    private static let usualHeaders: HTTPFields = [
        .contentType: "application/json; charset=utf-8", .cacheControl: "no-store",
    ]

    /// An answer of the wire.
    init(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws {
        self.status = status
        body = ByteBuffer(bytes: try LeanJSONEncoder.roundtable.encode(value))
    }

    /// An answer that is written member by member.
    init(status: HTTPResponse.Status = .ok, _ write: (inout JSONText) -> Void) {
        self.status = status
        var text = JSONText()
        write(&text)
        body = text.withBytes { ByteBuffer(bytes: $0) }
    }

    /// The answer to who knows it already: without it.
    var notModified: JSONAnswer {
        var answer = self
        (answer.status, answer.body) = (.notModified, ByteBuffer())
        answer.headers[.contentType] = nil
        return answer
    }

    /// An opaque tag that changes whenever the answer does.
    var entityTag: String {
        var tag = "\""
        for byte in SHA256.hash(data: body.readableBytesView).prefix(12) {
            tag.append(Self.digits[Int(byte >> 4)])
            tag.append(Self.digits[Int(byte & 15)])
        }
        return tag + "\""
    }

    private static let digits = Array("0123456789abcdef")

    func response(from request: Request, context: some RequestContext) -> Response {
        Response(status: status, headers: headers, body: ResponseBody(byteBuffer: body))
    }
}
