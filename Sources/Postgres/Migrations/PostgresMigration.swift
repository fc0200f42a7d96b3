import Digests

/// One numbered step of a schema.
package struct PostgresMigration: Hashable, Sendable {
    /// Its place: 1, 2, 3, …
    package let number: Int
    package let name: String
    /// The statements, executed as one transaction.
    package let sql: String

    package init(number: Int, name: String, sql: String) {
        self.number = number
        self.name = name
        self.sql = sql
    }

    /// Describes a migration by the name of its file without the extension, like `0001_sessions`; nil if it isn't one.
    package init?(label: String, sql: String) {
        let parts = label.split(separator: "_", maxSplits: 1)
        guard parts.count == 2, let number = Int(parts[0]) else { return nil }
        self.init(number: number, name: String(parts[1]), sql: sql)
    }

    /// SHA-256 of the text.
    var checksum: [UInt8] { Array(SHA256.hash(Array(sql.utf8))) }

    /// The name of the file without its extension.
    package var label: String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "_" + name
    }
}

/// Why a schema cannot be brought up to date, and what to do.
package enum PostgresMigrationError: Error, Equatable, CustomStringConvertible {
    /// The migrations we have are not numbered 1, 2, 3, …
    case gap(after: Int)
    /// The text is no longer the one that was applied.
    case changed(label: String)
    /// The database has a migration that we do not know: a newer program has been here.
    case unknown(label: String)
    /// The server refused a migration; nothing of it remains.
    case refused(label: String, PostgresError)

    package static func == (left: Self, right: Self) -> Bool { left.description == right.description }

    package var description: String {
        switch self {
        case .gap(let number):
            "The migration after number \(number) is missing or there twice: number them 1, 2, 3, … without gaps."
        case .changed(let label):
            "\(label) was changed after it had been applied: restore its text and put the change into a new migration."
        case .unknown(let label):
            "The database already has \(label), which this program does not know: use a newer version of the program."
        case .refused(let label, let error):
            "\(label) failed and was rolled back: \(error.debugDescription)"
        }
    }
}
