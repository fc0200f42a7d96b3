import Foundation
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
        try directory.appending("pg_hba.conf")
            .overwrite("local all all peer map=\(map)\nlocal replication all peer map=\(map)\n")
        let lines = Set(names).sorted().map { "\(map) \"\($0)\" \(Self.superuser)\n" }
        try directory.appending("pg_ident.conf").overwrite(lines.joined())
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
