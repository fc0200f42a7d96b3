import Roundtable
import Testing

@testable import RoundtableHTTP

@Suite("Admission of requests")
struct AdmissionTests {
    private func address(_ number: UInt8) -> ClientAddress {
        withUnsafeBytes(of: (192, 0, 2, number) as (UInt8, UInt8, UInt8, UInt8)) { ClientAddress(bytes: $0) }
    }

    @Test("a request that is answered makes room for the next")
    func leaving() {
        let admission = Admission(limit: 2)
        let entered = (1...4).map { admission.enter(from: address($0)) }
        #expect(entered == [true, true, false, false])
        admission.leave(from: address(1))
        #expect([admission.enter(from: address(5)), admission.enter(from: address(6))] == [true, false])
    }

    @Test("one network leaves places to others, and has its own back as its requests are answered")
    func networks() {
        let admission = Admission(limit: 4, ofNetwork: 2)
        #expect((0..<3).map { _ in admission.enter(from: address(1)) } == [true, true, false])
        #expect(admission.enter(from: address(2)))
        admission.leave(from: address(1))
        #expect(admission.enter(from: address(1)))
        #expect(!admission.enter(from: address(1)))
        #expect(admission.enter(from: address(3)))
        #expect(!admission.enter(from: address(4)))
    }
}
