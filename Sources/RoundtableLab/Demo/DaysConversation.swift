import Foundation
import MessagesSimulator
import RoundtableClient
import RoundtableModel

/// A game with a clock, over three days: a reminder, a timeout, a move that is taken back, a draw and a rematch. Each
/// phone shows the notifications that the service sends to it.
struct DaysConversation {
    private static let (hour, day) = (3600, 86_400)

    private let stage: DemoStage
    private let notices: DeviceNotices
    private let clock: MovableClock
    private let amber: App
    private let ben: App
    private var tokens: [SimulatedDevice.ID: String] = [:]

    init(on service: URL, _ screen: DemoScreen, _ notices: DeviceNotices, _ clock: MovableClock) async throws {
        stage = await DemoStage(["Amber", "Ben"], on: service, screen)
        self.notices = notices
        self.clock = clock
        amber = await stage.app(of: "Amber")
        ben = await stage.app(of: "Ben")
        for app in [amber, ben] {
            // As the app that contains the game's extension does at its launch.
            let token = notices.makeToken(language: "en-GB")
            try await app.client.ensurePlayer()
            try await app.client.register(token)
            tokens[app.device] = token.token
        }
    }

    func play() async throws {
        let session = try await begin()
        try await takeBack()
        try await waitTooLong(session)
        try await agreeOnADraw()
        try await playAgain()
        try await stage.expectNamesOnly(on: [amber, ben])
    }

    // MARK: The story

    private func begin() async throws -> SessionID {
        let clock = ClockSettings(turnSeconds: Self.day, atEnd: .skip)
        try await stage.begin("dots-and-boxes", clock: clock, by: amber)
        let session = try await amber.refresh().id
        try await play("h0,0", by: amber)
        try await play("h1,0", by: ben)
        let told = try await notice("It’s your turn", says: "Ben drew a line", on: amber)
        try await show(
            "Monday. Amber begins, and Ben answers. Each turn has a day.",
            "Who is to act is told so on their phone; the number is that of the games that wait for them.", amber: told)
        return session
    }

    private func takeBack() async throws {
        try await play("h2,0", by: amber)
        try await notice("It’s your turn", says: "Amber drew a line", on: ben)
        try await play("h3,0", by: ben)
        try await notice("It’s your turn", says: "Ben drew a line", on: amber)
        try await ben.act(.offer) { $0.kind = .undo }
        try await stage.send(from: ben)
        let told = try await notice("There is an offer", says: "Ben asks to take a move back", on: amber)
        try await amber.tap()
        try await amber.act(.accept)
        try await stage.send(from: amber)
        let again = try await notice("It’s your turn", says: "the move is taken back", on: ben)
        try await play("v0,0", by: ben)
        try await show(
            "Ben asks to take his line back, and Amber lets him. He draws another one.",
            "The history keeps both lines: an undo is an event like any other.", amber: told, ben: again)
        try await notice("It’s your turn", says: "Ben drew a line", on: amber)
    }

    private func waitTooLong(_ session: SessionID) async throws {
        try clock.move(toSeconds: 18 * Self.hour + 60)
        let reminder = try await notice("Your time is running out", says: "Ben drew a line", on: amber)
        try await show(
            "Tuesday. Eighteen hours later Amber has not answered.",
            "She is reminded when a quarter of her time is left.", amber: reminder)
        try clock.move(toSeconds: Self.day + 60)
        let told = try await notice("It’s your turn", says: "Amber ran out of time", on: ben)
        let view = try await ben.refresh()
        try stage.expect(
            view.id == session && view.toAct == [1] && view.clock?.paused == false,
            or: "After Amber’s time was over, \(view.toAct) are to act.")
        try await show(
            "After a day her turn is over.", "No message says so, for nobody has sent one; Ben’s phone does.",
            ben: told,
            findings: ["This game lets a late turn pass. In others the late player loses, or a move is made for them."])
    }

    private func agreeOnADraw() async throws {
        try clock.move(toSeconds: Self.day + 13 * Self.hour)
        try await stage.play("v1,2", by: ben)
        try await notice("It’s your turn", says: "Ben drew a line", on: amber)
        try clock.move(toSeconds: 2 * Self.day)
        try await amber.tap()
        try await amber.act(.offer) { $0.kind = .draw }
        try await stage.send(from: amber)
        let told = try await notice("There is an offer", says: "Amber offers a draw", on: ben)
        try await ben.tap()
        try await ben.act(.accept)
        try await stage.send(from: ben)
        let view = try await amber.refresh()
        try stage.expect(
            view.state == .finished && view.outcome?.kind == .drawn,
            or: "Both agreed on a draw, and the game is \(view.state.rawValue).")
        try await show("Wednesday. Ben has gone on; Amber offers a draw, and he accepts.", ben: told)
    }

    private func playAgain() async throws {
        try await ben.playAgain { $0.nickname = "Ben" }
        try await stage.send(from: ben)
        let asked = try await notice("A rematch is waiting", says: "Ben wants a rematch", on: amber)
        let rematch = try await amber.tap().session
        try stage.expect(
            rematch.series == .init(number: 2, scores: [0, 0]) && rematch.clock?.turnSeconds == Self.day,
            or: "The rematch is \(rematch).")
        try await ben.refresh()
        try await show(
            "Ben asks for a rematch: the seats have moved on by one.",
            "Amber’s seat is kept for her until she makes her first move, and she is told so.", amber: asked)
        try await play("h0,0", by: ben)
        try await show("Ben begins.", "Amber is not told again until she has taken her seat.")
        try await play("h1,0", by: amber)
        let told = try await notice("It’s your turn", says: "Amber drew a line", on: ben)
        let view = try await amber.refresh()
        try stage.expect(view.you == 1 && view.revision == 3, or: "In the rematch Amber has seat \(view.you ?? -1).")
        try await show(
            "Amber plays on in the rematch.", ben: told,
            findings: ["Three days, two games, and no minute of waiting: the service’s clock was moved."])
    }

    /// Shows both phones: the newest messages, and what the service has told each.
    private func show(
        _ title: String, _ remark: String? = nil, amber atAmbers: DeviceNotice? = nil, ben atBens: DeviceNotice? = nil,
        findings: [String] = []
    ) async throws {
        try await stage.show(
            title, remark, on: [amber, ben], last: 3, told: [atAmbers, atBens], findings: findings)
    }

    /// Lets a player tap the newest bubble, unless it is their own, and move.
    private func play(_ move: GameJSON, by app: App) async throws {
        if await app.transcript().bubbles.last?.sender != app.device.owner { try await app.tap() }
        try await stage.play(move, by: app)
    }

    /// Waits for a notification, which must come, and takes it away.
    @discardableResult
    private func notice(_ title: String, says body: String, on app: App) async throws -> DeviceNotice {
        let (owner, token) = (app.device.owner.name, tokens[app.device] ?? "")
        let isIt: @Sendable (DeviceNotice) -> Bool = { $0.title.contains(title) && $0.body.contains(body) }
        let notice = try await stage.withinTime { await notices.notice(on: token, where: isIt) }
        guard let notice else {
            let shown = notices.shown(on: token).map(\.line)
            throw LabError(description: "\(owner) was not told “\(title): \(body)”, but: \(shown)")
        }
        notices.dismiss(notice.session, on: token)
        return notice
    }
}
