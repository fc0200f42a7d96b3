import ArgumentParser
import Foundation
import Roundtable

/// Who runs a command that reads or changes people's data, and why.
struct OperationOptions: ParsableArguments {
    @Option(
        name: .customLong("operator"),
        help: ArgumentHelp(
            "Who you are.", discussion: "ROUNDTABLE_OPERATOR; by default the user that runs the command.",
            valueName: "name"))
    var name: String?

    @Option(
        help: ArgumentHelp(
            "Why; kept in the audit log, and with what it leads to.", discussion: "ROUNDTABLE_REASON",
            valueName: "words"))
    var reason: String?

    func validate() throws {
        guard !operation.reason.isEmpty else {
            throw ValidationError("Why? --reason or ROUNDTABLE_REASON says, for the audit log.")
        }
    }

    /// The operation.
    var operation: Roundtable.Operation {
        let environment = ProcessInfo.processInfo.environment
        let name = name ?? environment["ROUNDTABLE_OPERATOR"] ?? environment["SUDO_USER"] ?? NSUserName()
        return Roundtable.Operation(by: name, reason: reason ?? environment["ROUNDTABLE_REASON"] ?? "")
    }

    /// The operation as a deed about one session or player, or about many.
    func deed(_ command: String, about subject: (any Identifier)? = nil, _ arguments: String?...) -> Deed {
        let words = [command, subject?.description] + arguments
        return Deed(
            command: words.compactMap(\.self).joined(separator: " "), subject: subject?.uuid, operation: operation)
    }
}

/// What an operator does, as the audit log keeps it.
struct Deed: Sendable {
    /// The command with its arguments.
    let command: String
    /// The session or player that it is about.
    let subject: UUID?
    let operation: Roundtable.Operation

}

extension Administration {
    /// The line to be written of a deed that is done now.
    func entry(of deed: Deed) -> AuditEntry {
        AuditEntry(
            id: UUID(), at: context.now(), operation: deed.operation, command: deed.command, subject: deed.subject)
    }
}
