import GameRules
import TestSupport
import Testing

@testable import Roundtable

@Suite("Requests under way and answered lately")
struct RecentRequestsTests {
    private let requests = RecentRequests()

    private func request(_ number: UInt64) -> RequestID { RequestID(.numbered(number)) }

    @Test("of twenty with one key at once one is under way, and all others are told that there was one")
    func oneAtATime() async throws {
        let known = try await withThrowingTaskGroup(of: Bool.self) { group in
            let underWay = Counter()
            for _ in 0..<20 {
                group.addTask { [requests] in
                    try await requests.answer(RequestID(.numbered(1))) { isKnown in
                        #expect(await underWay.add(1) == 1)
                        await Task.yield()
                        _ = await underWay.add(-1)
                        return isKnown
                    }
                }
            }
            return try await group.reduce(into: [Bool]()) { $0.append($1) }
        }
        #expect(known.count { !$0 } == 1)
    }

    @Test("one that was refused is not remembered, another key is another request")
    func refused() async throws {
        await #expect(throws: ServiceError.self) {
            try await requests.answer(request(1)) { _ throws(ServiceError) -> Bool in throw .notFound }
        }
        #expect(try await requests.answer(request(1)) { $0 } == false)
        #expect(try await requests.answer(request(2)) { $0 } == false)
        #expect(try await requests.answer(request(1)) { $0 })
    }

    @Test("of one key only so many wait, and the next is told to try again; others go on")
    func waiters() async throws {
        let (gate, underWay) = (Gate(), Tally())
        let most = RecentRequests.mostWaiters
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<most + 1 + 20 {
                group.addTask { [requests] in
                    do throws(ServiceError) {
                        return try await requests.answer(RequestID(.numbered(1))) { _ throws(ServiceError) in
                            underWay.add()
                            await gate.pass()
                            return true
                        }
                    } catch {
                        #expect(error.code == .unavailable && error.retryAfter == 1)
                        return false
                    }
                }
            }
            // NB: those that are refused end while the first is under way.
            for _ in 0..<20 { #expect(try await group.next() == false) }
            #expect(try await requests.answer(request(2)) { !$0 })
            #expect(underWay.count == 1)
            gate.open()
            var answered = 0
            for try await isAnswered in group where isAnswered { answered += 1 }
            #expect(answered == most + 1)
        }
    }

    @Test("the newest are remembered, and only so many")
    func capacity() async throws {
        for number in 0..<100_000 { _ = try await requests.answer(request(UInt64(number))) { $0 } }
        #expect(try await requests.answer(request(99_000)) { $0 })
        #expect(try await requests.answer(request(0)) { $0 } == false)
    }
}

private actor Counter {
    private var count = 0

    func add(_ number: Int) -> Int {
        count += number
        return count
    }
}

@Suite("Who may have acted since")
struct MayHaveActedTests {
    @Test("whoever acted on a seat, has left it or had it before; nobody else")
    func seats() throws {
        var seating = Seating(openSeats: 3)
        for number in 0..<3 { seating.take(SeatIndex(number), by: .numbered(number), at: number) }
        seating[0].lastActed = 5
        #expect(seating.mayHaveActed(.numbered(0), after: 4))
        #expect(!seating.mayHaveActed(.numbered(0), after: 5))
        #expect(!seating.mayHaveActed(.numbered(1), after: 0))
        seating[1].state = .gone
        #expect(seating.mayHaveActed(.numbered(1), after: 7))
        seating.reopen(2, at: 6)
        #expect(seating.mayHaveActed(.numbered(2), after: 5))
        #expect(!seating.mayHaveActed(.numbered(2), after: 6))
        #expect(!seating.mayHaveActed(.numbered(9), after: 0))
    }
}
