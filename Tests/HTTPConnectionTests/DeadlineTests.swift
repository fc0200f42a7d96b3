import NIOCore
import NIOEmbedded
import Testing

@testable import HTTPConnection

@Suite("Times by which something must have happened")
struct DeadlineTests {
    private let loop = EmbeddedEventLoop()

    /// Counts how often a deadline came.
    private final class Count {
        var value = 0
    }

    private func deadline() -> (Deadline, Count) {
        let count = Count()
        return (Deadline(on: loop) { count.value += 1 }, count)
    }

    @Test("it comes once, when its time has come")
    func coming() {
        let (deadline, count) = deadline()
        deadline.set(in: .seconds(10))
        loop.advanceTime(by: .seconds(9))
        #expect(count.value == 0)
        loop.advanceTime(by: .seconds(1))
        #expect(count.value == 1)
        loop.advanceTime(by: .seconds(100))
        #expect(count.value == 1)
    }

    @Test("it can be put off, brought forward and lifted")
    func moving() {
        let (deadline, count) = deadline()
        deadline.set(in: .seconds(10))
        loop.advanceTime(by: .seconds(5))
        deadline.set(in: .seconds(10))
        loop.advanceTime(by: .seconds(9))
        #expect(count.value == 0)
        loop.advanceTime(by: .seconds(1))
        #expect(count.value == 1)
        deadline.set(in: .seconds(10))
        deadline.set(in: .seconds(2))
        loop.advanceTime(by: .seconds(2))
        #expect(count.value == 2)
        deadline.set(in: .seconds(10))
        deadline.lift()
        loop.advanceTime(by: .seconds(100))
        #expect(count.value == 2)
    }

    @Test("after its end it never comes")
    func ending() {
        let (deadline, count) = deadline()
        deadline.set(in: .seconds(10))
        deadline.end()
        loop.advanceTime(by: .seconds(100))
        #expect(count.value == 0)
    }
}
