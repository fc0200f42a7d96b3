import Testing

@testable import RoundtableHTTP

@Suite("Admission of requests")
struct AdmissionTests {
    @Test("a request that is answered makes room for the next")
    func leaving() {
        let admission = Admission(limit: 2)
        #expect(
            [admission.enter(), admission.enter(), admission.enter(), admission.enter()] == [true, true, false, false])
        admission.leave()
        #expect([admission.enter(), admission.enter()] == [true, false])
    }
}
