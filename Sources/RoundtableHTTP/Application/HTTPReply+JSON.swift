import Foundation
import HTTPConnection
import HTTPTypes
import RoundtableJSON
import NIOCore
import RoundtableModel

extension HTTPReply {
    private static let jsonHeaders: HTTPFields = [
        .contentType: "application/json; charset=utf-8", .cacheControl: "no-store",
    ]

    /// A value as JSON.
    init(json value: some JSONWritable, status: HTTPResponse.Status = .ok) {
        self.init(status: status) { value.write(to: &$0) }
    }

    /// JSON that is written member by member.
    init(status: HTTPResponse.Status = .ok, _ write: (inout JSONWriter) -> Void) {
        var json = JSONWriter()
        write(&json)
        self.init(
            status: status, headers: Self.jsonHeaders, body: .whole(json.withBytes { ByteBuffer(bytes: $0) }))
    }
}
