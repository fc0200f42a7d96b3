import ArgumentParser
import Foundation
import ProgramOutput
import Roundtable
@_spi(Roundtable) import RoundtableModel
import RoundtableStore

/// On which database a command reads or changes people's data, who runs it, and why: it is part of the audit log.
struct OperatorOptions: ParsableArguments {
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

    @OptionGroup(title: "Database and keys") var settings: SettingsOptions

    /// Asks for a reason that is missing, where somebody is there to answer.
    mutating func validate() throws {
        if operation.reason.isEmpty, isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 {
            Output.note("Why? The audit log keeps it: ", terminator: "")
            reason = readLine()?.trimmingCharacters(in: .whitespaces)
        }
        guard !operation.reason.isEmpty else {
            throw ValidationError("Give a reason for the audit log, with --reason or ROUNDTABLE_REASON.")
        }
    }

    /// Runs a command that reads, once that is written down.
    ///
    /// - Parameters:
    ///   - command: the command, as it is called.
    ///   - subject: the session or player that it is about; nil for many or none.
    ///   - arguments: what it was told besides, none of which is a secret.
    func read(
        _ command: String, about subject: (any Identifier)? = nil, _ arguments: String?...,
        body: @escaping @Sendable (Administration) async throws -> Void
    ) async throws {
        try await run([command, subject?.description] + arguments, about: subject?.uuid) { administration, entry in
            try await administration.store.append(entry)
            try await body(administration)
        }
    }

    /// Runs a command that changes something, with the entry that it writes into the audit log together with that.
    func change(
        _ command: String, about subject: (any Identifier)? = nil, _ arguments: String?...,
        body: @escaping @Sendable (Administration, AuditEntry) async throws -> Void
    ) async throws {
        try await run([command, subject?.description] + arguments, about: subject?.uuid, body)
    }

    private func run(
        _ words: [String?], about subject: UUID?,
        _ body: @escaping @Sendable (Administration, AuditEntry) async throws -> Void
    ) async throws {
        let (operation, command) = (operation, words.compactMap(\.self).joined(separator: " "))
        try await Administration.run(settings) { administration in
            let now = administration.context.now()
            let entry = AuditEntry(id: UUID(), at: now, operation: operation, command: command, subject: subject)
            try await body(administration, entry)
        }
    }

    private var operation: Roundtable.Operation {
        let environment = ProcessInfo.processInfo.environment
        let name = name ?? environment["ROUNDTABLE_OPERATOR"] ?? environment["SUDO_USER"] ?? NSUserName()
        return Roundtable.Operation(by: name, reason: reason ?? environment["ROUNDTABLE_REASON"] ?? "")
    }
}

/// Asks before something is destroyed.
struct Confirmation: ParsableArguments {
    @Flag(help: "Don't ask for confirmation; for scripts.")
    var yes = false

    /// Returns if the operator agrees; without a terminal to ask at, only if `--yes` was given. Ctrl-C is an answer,
    /// too.
    ///
    /// - Parameter question: what is about to be lost, as a question.
    func ask(_ question: String) async throws {
        if yes { return }
        guard isatty(STDIN_FILENO) == 1 else {
            throw Refusal("\(question) Without a terminal, confirm with --yes.")
        }
        Output.note("\(question) [y/N] ", terminator: "")
        // NB: within a service group Ctrl-C cancels the task, which a thread that reads would not notice.
        var answer = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        while poll(&answer, 1, 0) == 0 { try await Task.sleep(for: .milliseconds(50)) }
        guard ["y", "yes"].contains(readLine()?.lowercased()) else { throw Refusal("Nothing was done.") }
    }
}
