import MessagesSimulator
import RoundtableModel
import TestSupport
import Testing

@Suite("A conversation on screen", .timeLimit(.minutes(5)))
@MainActor
struct ScreenTests {
    /// An instance that writes down what Messages calls.
    private final class Instance: AppInstance {
        let style: Presentation
        private(set) var calls: [String] = []
        private(set) var selected: HandedBubble?

        init(_ style: Presentation) { self.style = style }

        func willBecomeActive(with selected: HandedBubble?) { note("active", selected) }
        func willResignActive() { calls.append("resigns") }
        func willTransition(to style: Presentation) { calls.append("will be \(style)") }
        func didTransition(to style: Presentation) { calls.append("is \(style)") }
        func didSelect(_ selected: HandedBubble) { note("selects", selected) }
        func didReceive(_ received: HandedBubble) { calls.append("receives") }
        func didStartSending(_ bubble: HandedBubble) { calls.append("sends") }
        func didCancelSending(_ bubble: HandedBubble) { calls.append("cancels") }

        private func note(_ call: String, _ bubble: HandedBubble?) {
            calls.append(call)
            selected = bubble
        }
    }

    private let trio: Trio
    private let screen: ConversationScreen

    init() async throws {
        trio = try await Trio()
        screen = ConversationScreen(of: trio.group, on: trio.ben.device, in: trio.world) { Instance($0) }
    }

    private var app: Instance? { screen.app as? Instance }
    private var live: [Instance] {
        screen.liveBubbles.sorted { "\($0.key)" < "\($1.key)" }.compactMap { $0.value as? Instance }
    }

    private func begin(live: Bool = false) async throws -> Bubble {
        try await trio.amber.create("open") { $0.live = live }
        let bubble = try await trio.amber.send()
        await trio.world.deliver(in: trio.group)
        await screen.update()
        return bubble
    }

    @Test("a tap opens the app expanded, the drawer opens it compact")
    func styles() async throws {
        let bubble = try await begin()
        try await screen.open(bubble)
        #expect(app?.style == .expanded && app?.calls == ["active"] && app?.selected?.bubble == bubble)
        #expect(app?.selected?.sender == (await trio.ben.identifiers()[Person("Amber")]))
        screen.closeApp()
        #expect(screen.app == nil)
        try await screen.open(nil)
        #expect(app?.style == .compact && app?.calls == ["active"] && app?.selected == nil)
    }

    @Test("a tap while the app is compact: the transition is announced, the bubble is selected, the transition is over")
    func order() async throws {
        let bubble = try await begin()
        try await screen.open(nil)
        var between: [String]?
        screen.duringTransition = { between = app?.calls }
        try await screen.open(bubble)
        #expect(between == ["active", "will be expanded", "selects"] && screen.style == .expanded)
        #expect(app?.calls == ["active", "will be expanded", "selects", "is expanded"])
        try await screen.open(bubble)
        #expect(app?.calls.suffix(2) == ["is expanded", "selects"])
    }

    @Test("an app that asks for a style gets it, unless Messages does nothing")
    func requests() async throws {
        try await screen.open(nil)
        let app = try #require(app)
        screen.request(.expanded, by: app)
        await screen.settle()
        screen.request(.expanded, by: app)
        await screen.settle()
        #expect(app.calls == ["active", "will be expanded", "is expanded"])
        screen.ignoresRequests = true
        screen.request(.compact, by: app)
        await screen.settle()
        #expect(screen.style == .expanded)
        await screen.drag(to: .compact)
        #expect(screen.style == .compact)
    }

    @Test("each live bubble in sight is an instance, which goes when it is scrolled away or shrinks to a line")
    func liveBubbles() async throws {
        let first = try await begin(live: true)
        _ = try await begin(live: true)
        let (older, newer) = (try #require(live.first), try #require(live.last))
        #expect(live.map(\.style) == [.transcript, .transcript] && older.selected?.bubble == first)
        await screen.scroll(back: 1)
        #expect(live.count == 1 && live.first === older && newer.calls == ["active", "resigns"])
        await screen.scroll(back: 0)
        #expect(live.count == 2 && live.last !== newer)
        try await trio.chris.tap(first)
        try await trio.chris.play("Here")
        try await trio.chris.send()
        await trio.world.deliver(in: trio.group)
        await screen.update()
        #expect(live.count == 2 && older.calls == ["active", "resigns"])
        #expect(live.contains { $0.selected?.bubble.sender == Person("Chris") })
    }

    @Test("a live bubble opens the app with its bubble, and hears of nothing itself")
    func opensApp() async throws {
        let bubble = try await begin(live: true)
        let instance = try #require(live.first)
        screen.request(.compact, by: instance)
        await screen.settle()
        #expect(screen.app == nil)
        screen.request(.expanded, by: instance)
        await screen.settle()
        #expect(app?.selected?.bubble == bubble && screen.style == .expanded)
        _ = try await begin()
        #expect(app?.calls == ["active", "receives"] && instance.calls == ["active"])
    }

    @Test("a live bubble in the input field is an instance without a sender, until it is sent or removed")
    func pending() async throws {
        let bubble = try await begin(live: true)
        try await trio.ben.tap(bubble)
        try await screen.open(bubble)
        for isSent in [false, true] {
            try await trio.ben.play("Here")
            await screen.update()
            let pending = try #require(live.last)
            #expect(live.count == 2 && pending.selected?.sender == nil)
            if isSent { _ = try await screen.send() } else { try await screen.cancel() }
            #expect(app?.calls.last == (isSent ? "sends" : "cancels"))
            #expect(live.count == 1 && live.first?.selected?.sender != nil)
        }
    }
}
