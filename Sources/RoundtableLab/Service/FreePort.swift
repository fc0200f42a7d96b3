import Foundation

/// Finds a port that nobody listens on. The public URL needs it before the server is there to be asked.
enum FreePort {
    /// A loopback port that was free just now: the preferred one if it was, else any.
    ///
    /// - Throws: ``LabError``, if there is none.
    static func find(preferring preferred: UInt16? = nil) throws -> Int {
        guard let port = try preferred.flatMap({ try bind(to: $0) }) ?? bind(to: 0) else {
            throw LabError(description: "There is no free port.")
        }
        return port
    }

    /// The port that the system binds when one is requested; 0 requests any. Nil if it is taken.
    private static func bind(to requested: UInt16) throws -> Int? {
        #if canImport(Darwin)
            let type = SOCK_STREAM
        #else
            let type = Int32(SOCK_STREAM.rawValue)
        #endif
        let descriptor = socket(AF_INET, type, 0)
        guard descriptor >= 0 else { throw LabError(description: "No socket can be opened.") }
        defer { close(descriptor) }
        // NB: as the server does, or connections of a moment ago would make a port seem taken.
        var reuses: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &reuses, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = requested.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                Foundation.bind(descriptor, generic, length) == 0 && getsockname(descriptor, generic, &length) == 0
            }
        }
        return isBound ? Int(UInt16(bigEndian: address.sin_port)) : nil
    }
}
