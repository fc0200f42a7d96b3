import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import LeanJSON
import RoundtableAPI

/// An answer in JSON.
struct JSONAnswer: ResponseGenerator {
    private let status: HTTPResponse.Status
    /// The body, encoded.
    let body: [UInt8]

    /// An answer of the wire.
    init(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws {
        self.status = status
        body = try LeanJSONEncoder.roundtable.encode(value)
    }

    /// An opaque tag that changes whenever the answer does.
    var entityTag: String {
        "\""
            + SHA256.hash(data: body).prefix(12).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
            .joined()
            + "\""
    }

    func response(from request: Request, context: some RequestContext) -> Response {
        Response(
            status: status,
            headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }
}
