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

    @Test("a network within another leaves places to its neighbours")
    func neighbours() {
        func address(_ prefix: [UInt8]) -> ClientAddress {
            (prefix + Array(repeating: 1, count: 16 - prefix.count)).withUnsafeBytes { ClientAddress(bytes: $0) }
        }
        let admission = Admission(limit: 100, ofNetwork: 16)
        let site: [UInt8] = [0x20, 0x01, 0x0D, 0xB8, 0, 1]
        func entered(_ prefix: [UInt8]) -> Int { (0..<100).count { _ in admission.enter(from: address(prefix)) } }
        #expect(entered(site + [0, 0]) == 4 && entered(site + [0, 1]) == 4)
        #expect(entered(site + [0, 2]) == 0)
        #expect(entered(site + [1, 0]) == 4)
        #expect(entered([0x20, 0x01, 0x0D, 0xB8, 0, 2, 0, 0]) == 4)
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
