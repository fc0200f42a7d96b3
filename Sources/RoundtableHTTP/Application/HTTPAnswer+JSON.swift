import Foundation
import HTTPConnection
import HTTPTypes
import LeanJSON
import NIOCore
import RoundtableAPI

extension HTTPAnswer {
    private static let jsonHeaders: HTTPFields = [
        .contentType: "application/json; charset=utf-8", .cacheControl: "no-store",
    ]

    /// A value as JSON.
    init(json value: some Encodable, status: HTTPResponse.Status = .ok) throws {
        let body = ByteBuffer(bytes: try LeanJSONEncoder.roundtable.encode(value))
        self.init(status: status, headers: Self.jsonHeaders, body: .whole(body))
    }

    /// JSON that is written member by member.
    init(status: HTTPResponse.Status = .ok, _ write: (inout JSONText) -> Void) {
        var text = JSONText()
        write(&text)
        self.init(
            status: status, headers: Self.jsonHeaders, body: .whole(text.withBytes { ByteBuffer(bytes: $0) }))
    }
}
