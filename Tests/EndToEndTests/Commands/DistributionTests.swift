import EmbeddedPostgres
import GameRules
import Postgres
import Roundtable
import RoundtableStore
import TestSupport
import Testing

@Suite("`roundtable migrate up --distributed`")
struct DistributionTests {
    let folder: TestFolder
    let server: EmbeddedPostgres

    init() async throws {
        folder = try await TestFolder.withCluster()
        server = try await folder.startServer()
    }

    private func run(_ words: String) async throws -> ProgramRun {
        try await ProgramRun.of(
            words.split(separator: " ").map(String.init) + ["--database-url", server.connectionURL])
    }

    /// Lends a store of the database as it is now.
    private func withStore(
        named name: String? = nil, _ body: (PostgresStore) async throws -> Void
    ) async throws {
        var configuration = try PostgresConfiguration(url: server.connectionURL)
        configuration.applicationName = name
        configuration.isDistributed = await Distribution.isPresent(by: configuration)
        try await PostgresStore.lend(by: configuration, to: body)
    }

    @Test("tells where to get Citus, where there is none")
    func absent() async throws {
        let refused = try await run("migrate up --distributed")
        #expect(refused.status == 1)
        #expect(refused.output.contains("lacks the extension citus; https://docs.citusdata.com/"))
        #expect(try await run("migrate status").status == 0)
        await server.stop()
    }

    @Test(
        "distributes tables with the sessions that are in them, once no instance is connected",
        .enabled("only where there is Citus") { await !TestDatabase.isOnOneNode })
    func moved() async throws {
        #expect(try await run("migrate up").status == 0)
        try await server.becomeCluster()
        let people = Person.group(of: 2)
        var session: SessionID?
        try await withStore(named: "roundtable") { store in
            session = try await TestService(store: store).open("tic-tac-toe", by: people[0], move: "b2").session.id
            let refused = try await run("migrate up --distributed")
            #expect(refused.status == 1)
            #expect(refused.output.contains("stop them first"))
        }
        let id = try #require(session)
        let moved = try await run("migrate up --distributed --shards 4")
        #expect(moved.status == 0, "\(moved.output)")
        for table in Distribution.tables { #expect(moved.output.contains("distributed \(table)\n")) }
        #expect(try await run("migrate status").output.contains("by session_id: 4 shards on 1 node."))
        #expect(try await run("migrate verify").status == 0)
        #expect(try await run("migrate up --distributed").output.contains("The schema is current."))
        try await withStore { store in
            let service = try TestService(store: store)
            let answer = try await service.move("a1", by: people[1], in: id, revision: 1, send: .now)
            #expect(answer.session.revision == 2)
            #expect(try await store.verify(after: nil, limit: 10).map(\.problem) == [nil])
        }
        await server.stop()
    }
}
