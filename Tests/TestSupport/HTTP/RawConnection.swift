import Foundation

/// A connection on which a test sends what it likes, whole or in halves.
package final class RawConnection: Sendable {
    private let handle: FileHandle

    /// Connects to a port of this machine.
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
        guard result == 0 else { throw NobodyListens(host: host, port: port) }
    }

    private struct NobodyListens: Error {
        let host: String
        let port: Int
    }

    /// Sends lines, with an empty one behind them, and a body.
    package func send(_ lines: [String], body: String = "") throws {
        try handle.write(contentsOf: Data((lines + ["", body]).joined(separator: "\r\n").utf8))
    }

    /// Sends bytes as they are.
    package func send(_ text: String) throws { try handle.write(contentsOf: Data(text.utf8)) }

    /// Tells that nothing more is sent; what the other side sends can still be read.
    package func endSending() { shutdown(handle.fileDescriptor, Int32(SHUT_WR)) }

    /// Reads on until a text has come; all that came, also if the other side ended before.
    package func read(until end: String) async throws -> String {
        try await onThread { handle in
            var text = ""
            while !text.hasSuffix(end), let data = try handle.read(upToCount: 1), !data.isEmpty {
                text += String(decoding: data, as: UTF8.self)
            }
            return text
        }
    }

    /// Reads until the other side ends the connection.
    package func readToEnd() async throws -> String {
        try await onThread { String(decoding: try $0.readToEnd() ?? Data(), as: UTF8.self) }
    }

    private func onThread(_ read: @escaping @Sendable (FileHandle) throws -> String) async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { [handle] in continuation.resume(with: Result { try read(handle) }) }
        }
    }

    /// The answer to a single request, its head and its body.
    package static func get(
        _ path: String, at port: Int, of host: String = "127.0.0.1", _ headers: String...
    ) async throws -> String {
        let connection = try RawConnection(to: port, of: host)
        try connection.send(["GET \(path) HTTP/1.1", "Host: table", "Connection: close"] + headers)
        return try await connection.readToEnd()
    }
}
