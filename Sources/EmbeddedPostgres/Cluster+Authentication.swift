#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif
import SystemPackage

/// Who may connect: whoever the kernel says runs as the server's user or as root, by the socket and as the superuser;
/// nobody else, and nobody by TCP.
///
/// NB: the socket's directory keeps others out already. These rules hold even if an operator opens it, or starts the
/// cluster by other means.
extension Cluster {
    /// The arguments of `initdb` under which a new cluster lets nobody in but its own user.
    static let initialAuthentication = ["--auth-local=peer", "--auth-host=reject"]

    /// Writes the rules for a server of this user. PostgreSQL knows users by name, and a data directory may have come
    /// from a machine on which they had other names, so this is done before each start.
    func writeAuthentication(for user: ServerUser) throws(EmbeddedPostgresError) {
        let names = [try ServerUser.accountName(of: user.id), try? ServerUser.accountName(of: 0)].compactMap(\.self)
        let map = "roundtable"
        try write("local all all peer map=\(map)\nlocal replication all peer map=\(map)\n", to: "pg_hba.conf")
        let lines = Set(names).sorted().map { "\(map) \"\($0)\" \(Self.superuser)\n" }
        try write(lines.joined(), to: "pg_ident.conf")
    }

    /// Replaces the content of a file that `initdb` has made.
    ///
    /// NB: in place, so that it stays the server's, and not through a link, which the server's user could have laid to
    /// a file of root's.
    private func write(_ text: String, to name: String) throws(EmbeddedPostgresError) {
        let path = directory.appending(name)
        do {
            let file = try FileDescriptor.open(path, .writeOnly, options: [.truncate, .closeOnExec, .noFollow])
            try file.closeAfter { _ = try file.writeAll(text.utf8) }
        } catch {
            throw EmbeddedPostgresError("write", path, error as? Errno ?? .ioError)
        }
    }
}

extension ServerUser {
    /// The name of an account, by which PostgreSQL knows who connects.
    fileprivate static func accountName(of id: uid_t) throws(EmbeddedPostgresError) -> String {
        // NB: the record is the C library's and the next look-up may change it, so it is copied at once.
        guard let name = getpwuid(id)?.pointee.pw_name.map({ String(cString: $0) }) else { throw .noAccount(id) }
        return name
    }
}
