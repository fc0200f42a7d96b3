import Testing

@testable import Postgres

@Suite("The health of servers")
struct ServerHealthTests {
    private let start = ContinuousClock.now

    @Test("connections that were made before a suspicion are given up, and those after it are not, once a second")
    func suspicion() {
        let health = ServerHealth()
        #expect(!health.isSuspect(start))
        health.suspectConnections(now: start + .seconds(1))
        #expect(health.isSuspect(start))
        #expect(!health.isSuspect(start + .milliseconds(1001)))
        health.suspectConnections(now: start + .milliseconds(1999))
        #expect(!health.isSuspect(start + .milliseconds(1001)))
        health.suspectConnections(now: start + .seconds(2))
        #expect(health.isSuspect(start + .milliseconds(1001)))
    }

    @Test("a server that did not answer is tried last for half a minute, unless it answers again")
    func order() throws {
        let servers = try PostgresConfiguration(url: "postgresql://a,b,c/d").servers { _ in [] }
        let health = ServerHealth()
        func hosts(after duration: Duration) -> [String?] {
            health.ordered(servers, now: start + duration).map { $0.parameters["host"] }
        }
        #expect(hosts(after: .zero) == ["a", "b", "c"])
        health.note(servers[0], isSilent: true, now: start)
        #expect(hosts(after: .seconds(29)) == ["b", "c", "a"])
        #expect(hosts(after: .seconds(30)) == ["a", "b", "c"])
        health.note(servers[1], isSilent: true, now: start)
        #expect(hosts(after: .seconds(1)) == ["c", "a", "b"])
        health.note(servers[0], isSilent: false, now: start + .seconds(2))
        #expect(hosts(after: .seconds(3)) == ["a", "c", "b"])
    }
}
