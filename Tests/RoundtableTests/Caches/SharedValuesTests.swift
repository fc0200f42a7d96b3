import TestSupport
import RoundtableTestTools
import Testing

@testable import Roundtable

@Suite("Values that many share", .timeLimit(.minutes(5)))
struct SharedValuesTests {
    private let values = SharedValues<Int, String, ServiceError>(limit: 1000)
    private let tally = Tally()
    private let gate = Gate()
    private let executor = SteppedExecutor()

    private func value(of key: Int, bytes: Int = 10) async throws(ServiceError) -> String {
        try await values.value(of: key) { () async throws(ServiceError) in
            tally.add()
            await gate.pass()
            return ("\(key)", bytes)
        }
    }

    @Test("all who ask while a value is being made get it, and so does who asks later")
    func shared() async throws {
        let all = (0..<100).map { number in executor.begin { try await value(of: number % 2) } }
        #expect(tally.count == 2)
        gate.open()
        executor.run()
        for (number, task) in all.enumerated() { #expect(try task.value() == "\(number % 2)") }
        #expect(try await value(of: 0) == "0" && tally.count == 2)
    }

    @Test("a failure is everybody's who asked together, and nobody's afterwards")
    func failing() async throws {
        let all = (0..<10).map { _ in
            executor.begin {
                try await values.value(of: 1) { () async throws(ServiceError) in
                    tally.add()
                    await gate.pass()
                    throw .notFound
                }
            }
        }
        gate.open()
        executor.run()
        for task in all { #expect(throws: ServiceError.self) { try task.value() } }
        #expect(tally.count == 1)
        #expect(try await value(of: 1) == "1")
    }

    @Test("whoever makes a value and is cancelled leaves it to another who waits")
    func cancelled() async throws {
        let first = executor.begin {
            try await values.value(of: 1) { () async throws(ServiceError) in
                await gate.pass()
                guard Task.isCancelled else { return ("first", 1) }
                throw ServiceError(.unavailable, "cancelled")
            }
        }
        let second = executor.begin { try await value(of: 1) }
        #expect(tally.count == 0)
        first.cancel()
        gate.open()
        executor.run()
        #expect(throws: ServiceError.self) { try first.value() }
        #expect(try second.value() == "1")
    }

    @Test("only so many wait for a value, and the next is told to try again")
    func waiters() async throws {
        let most = SharedValues<Int, String, ServiceError>.mostWaiters
        try await withThrowingTaskGroup(of: ErrorCode?.self) { group in
            for _ in 0..<most + 1 + 20 {
                group.addTask {
                    do throws(ServiceError) {
                        #expect(try await value(of: 1) == "1")
                        return nil
                    } catch {
                        #expect(error.retryAfter == 1)
                        return error.code
                    }
                }
            }
            for _ in 0..<20 { #expect(try await group.next() == .unavailable) }
            gate.open()
            for try await code in group { #expect(code == nil) }
        }
        #expect(tally.count == 1)
    }

    @Test("no more bytes are kept than may be")
    func bounded() async throws {
        gate.open()
        for key in 0..<100 { _ = try await value(of: key, bytes: 100) }
        let again = try await tally.counting { for key in 0..<100 { _ = try await value(of: key, bytes: 100) } }
        #expect(again >= 90)
        _ = try await value(of: 200, bytes: 501)
        #expect(try await tally.counting { _ = try await value(of: 200, bytes: 501) } == 1)
    }
}
