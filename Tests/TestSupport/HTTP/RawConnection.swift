import Foundation

/// A TCP connection for sending arbitrary bytes, such as half a request.
package final class RawConnection: Sendable {
    private let handle: FileHandle

    /// Connects to a port, by default of this machine.
    ///
    /// - Parameter host: an IPv4 address.
    package init(to port: Int, of host: String = "127.0.0.1") throws {
        #if canImport(Glibc)
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = inet_addr(host)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        let code = errno
        guard result == 0 else { throw ConnectionFailed(host: host, port: port, code: code) }
    }

    private struct ConnectionFailed: Error {
        let host: String
        let port: Int
        let code: Int32
    }

    private struct ConnectionEnded: Error {
        let received: String
    }

    /// Sends header lines, the empty line that ends them, and a body.
    package func send(_ lines: [String], body: String = "") throws {
        try handle.write(contentsOf: Data((lines + ["", body]).joined(separator: "\r\n").utf8))
    }

    /// Sends a text as it is.
    package func send(_ text: String) throws { try handle.write(contentsOf: Data(text.utf8)) }

    /// Closes the sending half (`shutdown` with `SHUT_WR`); the peer's answer can still be read.
    package func endSending() { shutdown(handle.fileDescriptor, Int32(SHUT_WR)) }

    /// Reads up to and including a text, and returns everything received.
    ///
    /// - Throws: `ConnectionEnded`, if the peer closes the connection before that.
    package func read(until end: String) async throws -> String {
        let end = Data(end.utf8)
        return try await onThread { handle in
            var received = Data()
            while received.suffix(end.count) != end {
                guard let byte = try handle.read(upToCount: 1), !byte.isEmpty else {
                    throw ConnectionEnded(received: String(decoding: received, as: UTF8.self))
                }
                received.append(byte)
            }
            return String(decoding: received, as: UTF8.self)
        }
    }

    /// Reads until the peer closes the connection.
    package func readToEnd() async throws -> String {
        try await onThread { String(decoding: try $0.readToEnd() ?? Data(), as: UTF8.self) }
    }

    private func onThread(_ read: @escaping @Sendable (FileHandle) throws -> String) async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { [handle] in continuation.resume(with: Result { try read(handle) }) }
        }
    }

    /// Sends one GET request on a connection of its own and returns the raw response, head and body.
    package static func get(
        _ path: String, at port: Int, of host: String = "127.0.0.1", _ headers: String...
    ) async throws -> String {
        let connection = try RawConnection(to: port, of: host)
        try connection.send(["GET \(path) HTTP/1.1", "Host: table", "Connection: close"] + headers)
        return try await connection.readToEnd()
    }
}
