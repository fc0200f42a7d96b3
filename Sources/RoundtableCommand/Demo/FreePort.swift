import Foundation

/// Finds a port that nobody listens on. The public URL needs it before the server is there to be asked.
enum FreePort {
    /// A loopback port that was free just now.
    ///
    /// - Throws: `SettingsError`, if there is none.
    static func find() throws -> Int {
        #if canImport(Darwin)
            let type = SOCK_STREAM
        #else
            let type = Int32(SOCK_STREAM.rawValue)
        #endif
        let descriptor = socket(AF_INET, type, 0)
        guard descriptor >= 0 else { throw SettingsError("No socket can be opened.") }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(descriptor, generic, length) == 0 && getsockname(descriptor, generic, &length) == 0
            }
        }
        guard isBound else { throw SettingsError("There is no free port.") }
        return Int(UInt16(bigEndian: address.sin_port))
    }
}
