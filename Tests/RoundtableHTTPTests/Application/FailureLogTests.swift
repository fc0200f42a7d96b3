import InMemoryLogging
import Logging
import Roundtable
import Testing

@testable import RoundtableHTTP

@Suite("What the log says of requests that are not answered")
struct FailureLogTests {
    @Test(
        "faults, failures and an instance that can't serve are errors, a refusal for want of a place is not, and a client's mistake is not told",
        arguments: [
            (ServiceError(.internal, "Something went wrong here."), Logger.Level.error),
            (ServiceError(.unavailable, "Try again.", underlying: CancellationError()), .error),
            (ServiceError(obstacle: "The database is away."), .error),
            (ServiceError(.unavailable, "Too many requests are under way; try again."), .debug),
            (ServiceError(.notFound, "There is none."), nil),
        ] as [(ServiceError, Logger.Level?)])
    func levels(error: ServiceError, expected: Logger.Level?) {
        let log = InMemoryLogHandler()
        var logger = Logger(label: "tests") { _ in log }
        logger.logLevel = .trace
        error.logIfOurs(to: logger)
        #expect(log.entries.map(\.level) == [expected].compactMap(\.self))
    }
}
