import Roundtable
import Testing

@Suite("Why bubbles are taken back")
struct CancellationTests {
    @Test(
        "errors of Messages are told apart, and from the user's own will",
        arguments: [
            (nil, ServiceMetrics.Cancellation.user), (8, .urlExceedsMaxSize), (9, .sendWithoutRecentInteraction),
            (10, .sendWhileNotVisible), (1, .other), (-7, .other), (0, .other),
        ])
    func causes(errorCode: Int?, cause: ServiceMetrics.Cancellation) {
        #expect(ServiceMetrics.Cancellation(errorCode: errorCode) == cause)
    }
}
