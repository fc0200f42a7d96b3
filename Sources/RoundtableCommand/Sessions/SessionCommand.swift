public import ArgumentParser
import Roundtable
@_spi(Roundtable) public import RoundtableModel
import RoundtableStore

struct SessionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "session", abstract: "Find, inspect, change, move and remove sessions.",
        discussion: "Example: roundtable session show 5f0f… --reason 'ticket 4711'",
        subcommands: [
            List.self, Show.self, Watch.self, Replay.self, Verify.self, Export.self, Import.self, Abandon.self,
            Skip.self, Resign.self, Rebind.self, Aliases.self, Purge.self,
        ])
}

extension Administration {
    /// - Throws: `not_found`.
    func record(of session: SessionID) async throws(ServiceError) -> SessionRecord {
        guard let record = try await store.record(of: session, for: nil) else {
            throw ServiceError(.notFound, "There is no such session.")
        }
        return record
    }
}

extension Identifier where Self: ExpressibleByArgument {
    /// Reads an ID as the API writes it.
    @_spi(Roundtable) public init?(argument: String) { self.init(argument) }
}

extension SessionID: @retroactive ExpressibleByArgument {}

extension PlayerID: @retroactive ExpressibleByArgument {}
