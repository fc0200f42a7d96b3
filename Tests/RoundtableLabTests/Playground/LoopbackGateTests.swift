import Testing

@testable import RoundtableLab

@Suite("Who may use the playground's page")
struct LoopbackGateTests {
    private let gate = LoopbackGate.open(at: 8090)

    @Test(
        "the page itself and programs of this machine may",
        arguments: [
            ("localhost:8090", nil), ("127.0.0.1:8090", "http://127.0.0.1:8090"),
            ("localhost:8090", "http://localhost:8090"),
        ] as [(String, String?)])
    func own(host: String, origin: String?) {
        #expect(gate.admits(host: host, origin: origin))
    }

    @Test(
        "pages from elsewhere may not, by whatever name they come here",
        arguments: [
            ("rebound.example:8090", "http://rebound.example:8090"), ("localhost:8090", "https://elsewhere.example"),
            ("localhost:8090", "http://localhost:3000"), ("localhost:8090", "null"), ("localhost", nil), (nil, nil),
        ] as [(String?, String?)])
    func foreign(host: String?, origin: String?) {
        #expect(!gate.admits(host: host, origin: origin))
    }
}

extension LoopbackGate {
    /// One that admits requests to a port.
    static func open(at port: Int) -> LoopbackGate {
        let gate = LoopbackGate()
        gate.open(at: port)
        return gate
    }
}
