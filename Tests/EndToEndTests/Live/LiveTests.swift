import Foundation
import MessagesSimulator
import RoundtableModel
import RoundtableClient
import TestSupport
import RoundtableTestTools
import Testing

@Suite("Live messages", .database, .timeLimit(.minutes(10)))
struct LiveTests {
    /// What a bystander is shown.
    private let base = "Player 1 took a Waffle Cone · To act: Player 1, Player 2, Player 3"
    private let scoops = "Player 2 chose Strawberry · To act: Player 1, Player 2, Player 3"

    @Test("another phone's move shows on everybody's live bubble without a tap; without the app there is a page")
    func moves() async throws {
        try await Friends.meet { friends in
            await friends.world.change(friends.chris.device) { $0.hasApp = false }
            try await App.running(friends.all) {
                try await friends.begin("ice-cream", by: friends.ben, move: "Base=base02", live: true)
                try await friends.amber.comesToRead("[Ben, live] \(base)")
                try await friends.ben.comesToRead("[You, live] You took a Waffle Cone · Your turn")
                #expect(await friends.chris.lines.last?.hasPrefix("[Ben] Ben took a Waffle Cone") == true)

                // Her bubble is delivered to nobody yet.
                try await friends.amber.tap()
                try await friends.amber.play("Scoops=scoops02") { $0.nickname = "Amber" }
                try await friends.amber.send()
                try await friends.ben.comesToRead("[You, live] Amber chose Strawberry · Your turn")
                #expect(await friends.chris.lines.last?.hasPrefix("[Ben] Ben took a Waffle Cone") == true)

                await friends.world.deliver(in: friends.group)
                try await friends.ben.comesToRead("[Amber, live] Amber chose Strawberry · Your turn")
                #expect(await friends.chris.lines.last?.hasPrefix("[Amber] Amber chose Strawberry") == true)
                await #expect(throws: SimulationError.appMissing) { try await friends.chris.tap() }
                let page = try await friends.world.openPage(on: friends.chris.device, in: friends.group)
                #expect(page.contains("Strawberry"))
            }
        }
    }

    @Test("a phone without a network keeps what it showed, and catches up by itself", arguments: Following.allCases)
    func tunnel(following: Following) async throws {
        try await Friends.meet { friends in
            for app in friends.all {
                await friends.world.change(app.device) { $0.following = following.method }
            }
            let chris = await friends.world.app(
                on: friends.world.addDevice(of: friends.chris.owner, named: "tablet"), in: friends.group)
            await friends.world.change(chris.device) { $0.following = following.method }
            try await App.running([friends.amber, friends.ben, chris]) {
                try await friends.begin("ice-cream", by: friends.ben, move: "Base=base02", live: true)
                try await chris.comesToRead("[Ben, live] \(base)")
                await friends.world.disconnect(chris.device)
                try await friends.play("Scoops=scoops02", by: friends.amber)
                try await friends.ben.comesToRead("[Amber, live] Player 2 chose Strawberry · Your turn")
                #expect(await chris.lines == ["[Ben, live] \(base)"])
                await friends.world.connect(chris.device)
                try await chris.comesToRead("[Ben, live] \(scoops)")
                await friends.world.deliver(in: friends.group)
                try await chris.comesToRead("[Amber, live] \(scoops)")
            }
        }
    }

    @Test("what arrives while the app is open refreshes it")
    func didReceive() async throws {
        try await Friends.meet { friends in
            try await friends.begin("ice-cream", by: friends.ben, move: "Base=base02")
            try await friends.amber.tap()
            try await App.running([friends.amber]) {
                try await friends.play("Scoops=scoops02", by: friends.chris)
                try await eventually("Amber sees the move") { await friends.amber.view?.revision == 2 }
                try await friends.amber.play("Topping=topping01")
                try await friends.send(from: friends.amber)
                #expect(await friends.amber.view?.revision == 3)
            }
        }
    }

    @Test("each live bubble of a hidden game shows its owner's cards, and nobody else's")
    func hidden() async throws {
        try await Friends.meet { friends in
            try await App.running(friends.all) {
                try await friends.begin("crazy-eights", by: friends.amber, seats: 3, live: true)
                for app in [friends.ben, friends.chris] {
                    try await app.tap()
                    try await app.join()
                    try await friends.send(from: app)
                }
                var hands: [[String]] = []
                for app in friends.all {
                    try await app.comesToShow { $0.newestView?.revision == 3 }
                    let hand = try #require(await app.transcript().newestView).hand
                    #expect(hand.count == 5)
                    #expect(try await app.tap().session.hand == hand)
                    hands.append(hand)
                }
                for (app, hand) in zip(friends.all, hands) {
                    let board = try #require(await app.transcript().newestView).board.description
                    for card in hands.joined() where !hand.contains(card) {
                        #expect(!board.contains("\"\(card)\""), "\(app.owner.name) sees \(card)")
                    }
                }
            }
        }
    }

    @Test("however many live bubbles of a session a phone has, it holds one read at a time; none when they are gone")
    func oneRead() async throws {
        let counter = ReadCounter()
        try await Friends.meet(through: counter) { friends in
            try await App.running(friends.all) {
                try await friends.begin("ice-cream", by: friends.ben, move: "Base=base02", live: true)
                for app in [friends.amber, friends.chris] {
                    try await app.tap()
                    try await app.join()
                    try await friends.send(from: app)
                    try await app.nudge(anew: true)
                    try await friends.send(from: app)
                }
                for app in friends.all { try await app.comesToShow { $0.live.count == 3 } }
                try await friends.play("Scoops=scoops02", by: friends.amber)
                for app in friends.all {
                    try await app.comesToShow { transcript in
                        transcript.live.count == 3 && transcript.live.values.allSatisfy { $0.view?.revision == 4 }
                    }
                }
                try await eventually("each phone holds a read") { counter.now.count == 3 }
                #expect(counter.most == 1)
            }
            try await eventually("no read is held") { counter.now.isEmpty }
        }
    }
}

/// How live bubbles learn of changes.
enum Following: CaseIterable, Sendable {
    case heldReads, stream

    var method: SessionFeed.Method {
        switch self {
        case .heldReads: .heldReads(seconds: 25)
        case .stream: .stream
        }
    }
}

extension SessionView {
    /// The reader's cards.
    fileprivate var hand: [String] { (board["hand"]?.array ?? []).compactMap(\.string) }
}
