import ArgumentParser
import Foundation
import Roundtable

/// Who runs a command that reads or changes people's data, and why.
struct OperationOptions: ParsableArguments {
    @Option(
        name: .customLong("operator"),
        help: ArgumentHelp(
            "Your name, for the audit log.",
            discussion: "ROUNDTABLE_OPERATOR; by default the user that runs the command.", valueName: "name"))
    var name: String?

    @Option(
        "The reason. The audit log keeps it, and so does each event that the command adds.",
        "ROUNDTABLE_REASON; at a terminal, the command asks for it.", value: "words")
    var reason: String?

    /// Asks for a reason that is missing, where somebody is there to answer.
    mutating func validate() throws {
        if operation.reason.isEmpty, isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 {
            FileHandle.standardError.write(Data("Why? The audit log keeps it: ".utf8))
            reason = readLine()?.trimmingCharacters(in: .whitespaces)
        }
        guard !operation.reason.isEmpty else {
            throw ValidationError("Give a reason for the audit log, with --reason or ROUNDTABLE_REASON.")
        }
    }

    var operation: Roundtable.Operation {
        let environment = ProcessInfo.processInfo.environment
        let name = name ?? environment["ROUNDTABLE_OPERATOR"] ?? environment["SUDO_USER"] ?? NSUserName()
        return Roundtable.Operation(by: name, reason: reason ?? environment["ROUNDTABLE_REASON"] ?? "")
    }
}
