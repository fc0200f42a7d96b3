import ArgumentParser
import Foundation
import Roundtable
import RoundtableStore

struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Show which operator read or changed what, when and why.",
        discussion: "Example: roundtable audit list --about 5f0f…",
        subcommands: [List.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List what operators have done, the newest first.",
            discussion: """
                A command that reads people's data writes its entry first. A command that changes data writes its \
                entry in the transaction of the change, so a refused change has no entry. The log is append-only.

                Example: roundtable audit list --by dana --since 30d
                """)

        @Option(help: ArgumentHelp("Only entries of this operator.", valueName: "name"))
        var by: String?

        @Option(help: ArgumentHelp("Only entries about this session or player.", valueName: "id"))
        var about: SubjectID?

        @Option("Only entries since then.", ArgumentHelp.moment, value: "when")
        var since: Moment?

        @OptionGroup var page: PageOptions
        @OptionGroup(title: "Database and keys") var settings: SettingsOptions

        func run() async throws {
            let filter = AuditFilter(
                operatorName: by, subject: about?.uuid, since: since?.date, limit: page.limit, after: page.after)
            try await Administration.run(settings) { administration in
                let entries = try await administration.store.auditLog(filter)
                try page.show(FactTable(entries), next: entries.last.map { PageMark(at: $0.at, id: $0.id) })
            }
        }
    }
}

extension FactTable {
    fileprivate init(_ log: [AuditEntry]) {
        titles = ["AT", "OPERATOR", "COMMAND", "REASON"]
        rows = log.map { entry in
            let (by, reason) = (entry.operation.by, entry.operation.reason)
            let facts: Facts = [
                "id": entry.id, "at": entry.at, "by": by, "command": entry.command,
                "subject": entry.subject?.uuidString.lowercased(), "reason": reason,
            ]
            return (facts, [entry.at.text, by, entry.command, reason])
        }
    }
}

/// A session or a player.
struct SubjectID: ExpressibleByArgument {
    let uuid: UUID

    init?(argument: String) {
        guard let uuid = UUID(uuidString: argument) else { return nil }
        self.uuid = uuid
    }
}
