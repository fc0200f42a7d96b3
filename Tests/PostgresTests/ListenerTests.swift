import Foundation
import Testing

@testable import Postgres

@Suite("Listening")
struct ListenerTests {
    @Test("notifications are received, in order")
    func payloads() async throws {
        try await withPool { pool in
            let channel = "Channel \"\(UUID())\""
            var notifications = try await pool.listen(to: channel).makeAsyncIterator()
            for number in 1...3 { _ = try await pool.query("SELECT pg_notify(\(channel), \("\(number)"))") }
            for number in 1...3 { #expect(await notifications.next() == .payload("\(number)")) }
        }
    }

    @Test("a listener whose backend was killed reconnects, says so, and hears again")
    func reconnection() async throws {
        let name = "listener \(UUID())"
        try await withPool(configure: { $0.applicationName = name }) { pool in
            var notifications = try await pool.listen(to: "killed").makeAsyncIterator()
            _ = try await pool.query(
                """
                SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
                WHERE application_name = \(name) AND query LIKE 'LISTEN%'
                """)
            #expect(await notifications.next() == .reconnected)
            _ = try await pool.query("SELECT pg_notify('killed', 'again')")
            #expect(await notifications.next() == .payload("again"))
        }
    }

    @Test("the connection ends with the iteration")
    func end() async throws {
        let name = "listener \(UUID())"
        try await withPool(configure: { $0.applicationName = name }) { pool in
            let listening = Task {
                for await notification in try await pool.listen(to: "ended") where notification == .payload("stop") {
                    break
                }
            }
            try await untilListening(name, isSo: true)
            _ = try await pool.query("SELECT pg_notify('ended', 'stop')")
            try await listening.value
            try await untilListening(name, isSo: false)
        }
    }

    @Test("a cancelled task stops listening")
    func cancellation() async throws {
        let name = "listener \(UUID())"
        try await withPool(configure: { $0.applicationName = name }) { pool in
            let listening = Task {
                for await _ in try await pool.listen(to: "cancelled") {}
            }
            try await untilListening(name, isSo: true)
            listening.cancel()
            try await listening.value
            try await untilListening(name, isSo: false)
        }
    }
}

/// Returns when an application has a connection that listens, or none.
private func untilListening(_ application: String, isSo: Bool) async throws {
    try await until(
        """
        SELECT (count(*) > 0) = \(isSo) AS yes FROM pg_stat_activity
        WHERE application_name = \(application) AND query LIKE 'LISTEN%'
        """)
}
