import EmbeddedPostgres
import Foundation
import HTTPConnection
import HTTPTypes
import RoundtableTestTools
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// A backend that fails, until it does not.
@Suite("Notices that a backend does not take", .timeLimit(.minutes(5)))
struct OutboxTests {
    private let folder: TestFolder
    private let server: EmbeddedPostgres
    private let keys: String
    private var place: [String] { ["--database-url", server.connectionURL, "--keys-file", keys] }

    init() async throws {
        folder = try await TestFolder.withCluster()
        server = try await folder.startServer()
        try await server.migrate()
        keys = try folder.makeKeys()
    }

    /// Runs a command, without the instance's settings of the webhook.
    private func run(_ words: String) async throws -> ProgramRun {
        try await ProgramRun.of(words.split(separator: " ").map(String.init) + ["--reason", "test"] + place)
    }

    /// What a command prints, which must end well.
    private func output(_ words: String) async throws -> String {
        let run = try await run(words)
        #expect(run.status == 0, "\(words): \(run.output)")
        return run.output
    }

    /// A notice as `outbox list --json` prints it.
    private struct Line: Decodable {
        let notice: String
        let session: String
        let tells: [String]
        let failures: Int
    }

    private func listed(_ more: String = "") async throws -> [Line] {
        try await output("outbox list --json " + more).split(separator: "\n").filter { $0.hasPrefix("{") }
            .map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    }

    private func startService(telling url: String) async throws -> ServiceProcess {
        let secret = folder.data.string + ".secret"
        try "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n".write(toFile: secret, atomically: true, encoding: .utf8)
        return try await ServiceProcess.start(place + ["--webhook-url", url, "--webhook-secret-file", secret])
    }

    @Test("are listed and shown with the reason, come when they are tried again, and don't once they are dropped")
    func failing() async throws {
        let isUp = Mutex(false)
        let taken = Mutex<[String]>([])
        let backend = WebhookReceiver { body in
            guard isUp.withLock(\.self) else { return HTTPReply(status: .internalServerError) }
            taken.withLock { $0.append(body.firstMatch(of: /"type":"([^"]+)"/).map { String($0.1) } ?? body) }
            return HTTPReply(status: .noContent)
        }
        try await backend.serving { url in
            let service = try await startService(telling: url)
            let pair = await Pair(at: service)
            try await pair.begin()
            try await eventually("the first notice fails") { try await listed().first?.failures ?? 0 > 0 }
            let waiting = try await listed()
            #expect(waiting.map(\.tells) == [["session.opened"], ["turn.committed", "turn.yours"]])
            #expect(waiting.last?.failures == 0)
            let first = try #require(waiting.first)
            let shown = try await output("outbox show \(first.notice)")
            for fact in [
                "tells: +session.opened", "delivered: +0 of 1", "last failure: +The webhook .* 500",
            ] {
                #expect(try shown.contains(Regex(fact)), "\(shown)")
            }
            #expect(try await output("outbox list --session \(first.session)").contains(first.notice))
            #expect(try await listed("--given-up").isEmpty)
            #expect(try await listed("--channel push").isEmpty)

            // NB: once the backend is up, the notice may come by itself.
            #expect(try await output("outbox retry \(first.notice)").contains("1 notice will be tried again."))
            isUp.withLock { $0 = true }
            try await eventually("all notices come") { try await listed().isEmpty }
            #expect(taken.withLock(\.self) == ["session.opened", "turn.committed", "turn.yours"])
            let gone = try await run("outbox show \(first.notice)")
            #expect(gone.status == 1 && gone.output.contains("There is no such notice: it may have arrived."))

            isUp.withLock { $0 = false }
            try await drop(after: pair, in: first.session)
            isUp.withLock { $0 = true }
            #expect(try await output("outbox retry").contains("0 notices will be tried again."))
            await service.end(by: SIGTERM)
            #expect(taken.withLock(\.count) == 3)
        }
        let log = try await ProgramRun.of(["audit", "list", "--json", "--limit", "100"] + place)
        #expect(log.output.contains("outbox retry") && log.output.contains("outbox drop"), "\(log.output)")
        await server.stop()
    }

    @Test("that it never answers do not hold an instance that stops, and the next one delivers them")
    func stop() async throws {
        let isUp = Mutex(false)
        let backend = WebhookReceiver { _ in
            if !isUp.withLock(\.self) { try? await Task.sleep(for: .seconds(600)) }
            return HTTPReply(status: .noContent)
        }
        try await backend.serving { url in
            let service = try await startService(telling: url)
            try await Pair(at: service).begin()
            try await eventually("the first notice is sent") { !backend.requests.isEmpty }
            #expect(await service.end(by: SIGTERM) == 0)
            let waiting = try await output("outbox list --json")
            #expect(try await listed().map(\.failures) == [1, 0], "\(waiting)")
            let first = try #require(try await listed().first)
            #expect(try await output("outbox show \(first.notice)").contains("The instance stops."))
            isUp.withLock { $0 = true }
            let next = try await startService(telling: url)
            try await eventually("all notices come") { try await listed().isEmpty }
            #expect(await next.end(by: SIGTERM) == 0)
        }
        await server.stop()
    }

    /// A player's move and an operator's command make notices, and an operator drops them.
    private func drop(after pair: Pair, in session: String) async throws {
        try await pair.play("a1", by: pair.amber)
        _ = try await output("session abandon --yes \(session)")
        let waiting = try await listed()
        #expect(waiting.map(\.tells) == [["turn.committed", "turn.yours"], ["turn.committed", "session.finished"]])
        let refused = try await run("outbox drop")
        #expect(refused.status == 1 && refused.output.contains("--yes"), "\(refused.output)")
        let first = try #require(waiting.first)
        #expect(try await output("outbox drop --yes \(first.notice)").contains("1 notice removed."))
        #expect(try await listed().map(\.notice) == waiting.dropFirst().map(\.notice))
        #expect(try await output("outbox drop --yes --channel webhook").contains("1 notice removed."))
        #expect(try await listed().isEmpty)
    }
}
