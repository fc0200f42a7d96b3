import HTTPTypes
import NIOHTTP1
import NIOHTTPTypesHTTP1

extension HTTPRequest {
    /// A request whose head NIO has read.
    ///
    /// - Throws: an error of NIO's, for a method that has no name.
    init(reading head: HTTPRequestHead) throws {
        // NB: a target may be a whole URL (RFC 9112, section 3.2.2), which is taken apart for us there.
        guard head.uri.utf8.first == UInt8(ascii: "/") else {
            try self.init(head, secure: false, splitCookie: false)
            return
        }
        self.init(
            method: try Method(head.method), scheme: "http", authority: head.headers["Host"].first, path: head.uri,
            headerFields: HTTPFields(head.headers, splitCookie: false))
    }
}
