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
            "Why; kept in the audit log, and with what it leads to.",
            discussion: "ROUNDTABLE_REASON; at a terminal it is asked for.", valueName: "words"))
    var reason: String?

    /// Asks for a reason that is missing, where somebody is there to answer.
    mutating func validate() throws {
        if operation.reason.isEmpty, isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 {
            FileHandle.standardError.write(Data("Why? The audit log keeps it: ".utf8))
            reason = readLine()?.trimmingCharacters(in: .whitespaces)
        }
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
}
