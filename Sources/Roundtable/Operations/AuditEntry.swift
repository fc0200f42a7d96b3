package import Foundation

/// A line of the audit log: an operator's command that reads or changes what is stored about people.
package struct AuditEntry: Sendable, Equatable {
    package let id: UUID
    /// When it was written: before the command read, or with what it changed.
    package let at: Date
    /// Who ran the command, and why.
    package let operation: Operation
    /// The command with its arguments, none of which is a secret.
    package let command: String
    /// The session or player that it is about; nil for many or none.
    package let subject: UUID?

    package init(id: UUID, at: Date, operation: Operation, command: String, subject: UUID?) {
        self.id = id
        self.at = at
        self.operation = operation
        self.command = command
        self.subject = subject
    }

    /// The same about somebody else, whom it concerned too.
    func about(_ subject: UUID, id: UUID) -> AuditEntry {
        AuditEntry(id: id, at: at, operation: operation, command: command, subject: subject)
    }
}

/// A place in a list that is ordered by time: what a page ends with, and the next one begins after.
package struct PageMark: Sendable, Equatable, CustomStringConvertible {
    package let at: Date
    package let id: UUID

    package init(at: Date, id: UUID) {
        self.at = at
        self.id = id
    }

    /// Reads what ``description`` writes.
    package init?(_ text: String) {
        let parts = text.split(separator: ".")
        guard parts.count == 2, let microseconds = Int(parts[0]), Self.times.contains(microseconds),
            let id = UUID(uuidString: String(parts[1]))
        else { return nil }
        self.init(at: Date(timeIntervalSince1970: Double(microseconds) / 1_000_000), id: id)
    }

    /// To the end of the year 9999, in microseconds since 1970.
    private static let times = 0...253_402_300_799_999_999

    /// Microseconds, a point, and the ID.
    package var description: String {
        "\(Int((at.timeIntervalSince1970 * 1_000_000).rounded())).\(id.uuidString.lowercased())"
    }
}
