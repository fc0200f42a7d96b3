import GameRules
import Games
import HTTPConnection
import Roundtable
import RoundtableHTTP
import RoundtableStore
import TestSupport
import Testing

@testable import RoundtableLab

/// The whole service behind HTTP on a port of its own, over the database of the running test.
enum LiveService {
    /// Serves for as long as the body runs.
    ///
    /// - Parameters:
    ///   - games: the games that sessions may be of.
    ///   - tampering: what becomes of answers before they are sent.
    ///   - refusing: whether the service says that it has no room for a request to a path.
    static func run(
        games: GameLibrary = .standard, tampering: @escaping Tampering = { $1 },
        refusing: @escaping @Sendable (_ path: String) -> Bool = { _ in false },
        _ body: @Sendable (Target) async throws -> Void
    ) async throws {
        let database = try TestDatabase.current
        let store = try PostgresStore(
            pool: database.pool, configuration: database.configuration, games: games, logger: .quiet)
        let context = ServiceContext(games: games, keys: try .ofTests, publicURL: "https://table.example")
        let service = RoundtableService(store: store, context: context)
        try await serving(
            service,
            by: { onRunning in
                let settings = ApplicationSettings()
                let honest = Pipeline(
                    service, pictures: PictureRenderer(), settings: settings, logger: .quiet, obstacle: { nil })
                return HTTPServer(
                    TamperedResponder(honest: honest, tampering: tampering, refusing: refusing), settings,
                    logger: .quiet, onServerRunning: onRunning)
            },
            { port in try await body(try Target("http://127.0.0.1:\(port)")) })
    }
}
