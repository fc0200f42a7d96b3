import Foundation
import MessagesSimulator
import RoundtableModel
import RoundtableClient

/// The conversation of Apple's talk on iMessage apps (WWDC 2016, session 224): two answers to one question at the same
/// time.
struct IceCreamConversation {
    private let stage: DemoStage
    private let amber: App
    private let ben: App
    private let chris: App

    private var apps: [App] { [amber, ben, chris] }

    init(on service: URL, _ screen: DemoScreen) async {
        stage = await DemoStage(["Amber", "Ben", "Chris"], on: service, screen)
        amber = await stage.app(of: "Amber")
        ben = await stage.app(of: "Ben")
        chris = await stage.app(of: "Chris")
        await stage.world.rename(Person("Amber"), to: "Sis", for: Person("Ben"))
    }

    func play() async throws {
        try await openWithBase()
        try await addScoops()
        try await askForToppings()
        let (ambers, chriss) = try await answerAtTheSameTime()
        try await seeTheTruth(after: ambers, chriss)
        try await finish()
    }

    // MARK: The story

    private func openWithBase() async throws {
        let bubble = try await stage.begin("ice-cream", move: "Base=base02", by: ben)
        try await stage.expect(bubble, says: "Ben took a Waffle Cone", on: amber)
        try await stage.show("Ben opens the app, takes a waffle cone and sends his message.", on: apps)
    }

    private func addScoops() async throws {
        try await amber.tap()
        let bubble = try await stage.play("Scoops=scoops02", by: amber)
        try await stage.expect(bubble, says: "Sis chose Strawberry", on: ben)
        try await stage.expect(bubble, says: "Amber chose Strawberry", on: chris)
        try await stage.show(
            "Amber taps the message and chooses strawberry.",
            "Ben’s message shrinks to a summary line. Everybody reads the names of their own contacts.", on: apps)
    }

    private func askForToppings() async throws {
        try await ben.tap()
        try await ben.nudge()
        let bubble = try await stage.send(from: ben)
        try await stage.expect(bubble, says: "Amber chose Strawberry", on: chris)
        try await stage.show(
            "Ben asks for toppings.",
            "He names Amber by an identifier that only his phone knows, and Chris still reads her name.", on: apps)
    }

    private func answerAtTheSameTime() async throws -> (Bubble, Bubble) {
        try await amber.tap()
        try await chris.tap()
        async let sprinkles = amber.play("Topping=topping01")
        async let cherries = chris.play("Topping=topping02") { $0.nickname = "Chris" }
        _ = try await (sprinkles, cherries)
        async let ambers = amber.send()
        async let chriss = chris.send()
        let answers = try await (ambers, chriss)
        await stage.deliver()
        try await expect(answers.1, isTheBubbleAndNot: answers.0, on: amber)
        try await expect(answers.0, isTheBubbleAndNot: answers.1, on: chris)
        try await stage.show(
            "Amber and Chris answer at exactly the same time.",
            "On each phone the answer that came last has shrunk the other one. No transcript has the truth.", on: apps)
        return answers
    }

    private func seeTheTruth(after ambers: Bubble, _ chriss: Bubble) async throws {
        var said: [String] = []
        var queries: Set<String> = []
        for app in apps {
            let view = try await app.tap().session
            queries.insert(view.board["query"]?.string ?? "")
            said.append(view.message?.accessibilityLabel ?? "")
        }
        try stage.expect(queries.count == 1, or: "The three apps show different ice creams: \(queries.sorted()).")
        let query = queries.joined()
        for topping in ["Topping=topping01", "Topping=topping02"] {
            try stage.expect(query.contains(topping), or: "\(topping) was lost: \(query)")
        }
        try await stage.show(
            "Everybody taps the message at the bottom.",
            "The apps ask the service, and all three show the same ice cream, with both toppings.",
            on: apps, inTheApps: said, findings: ["Both answers count: \(query)"])
    }

    private func finish() async throws {
        let bubble = try await stage.play("Topping=topping03", by: ben)
        try await amber.tap(bubble)
        try await chris.tap(bubble)
        let view = try await ben.refresh()
        try stage.expect(
            view.state == .finished && view.outcome?.kind == .completed && view.revision == 5,
            or: "After five moves the session is \(view.state.rawValue) at \(view.revision).")
        try await stage.expectNamesOnly(on: apps)
        try await stage.show(
            "Ben adds chocolate sauce. Everybody has added something: the ice cream is ready.", on: apps,
            findings: [
                "Five moves, five events: every move counts exactly once.",
                "No phone shows an identifier where a name belongs.",
            ])
        try stage.tellPage(of: bubble, "the last message")
    }

    private func expect(_ newest: Bubble, isTheBubbleAndNot older: Bubble, on app: App) async throws {
        let transcript = await app.transcript()
        try stage.expect(
            transcript.bubbles.last == newest && transcript.contains(older) && transcript.isSummary(older),
            or: "\(app.device.owner.name)’s phone did not shrink the older answer.")
    }
}
