import MessagesSimulator
import RoundtableModel
import RoundtableClient
import TestSupport
import Testing

@Suite("A group conversation", .database)
struct ConversationTests {
    @Test("everybody reads the names of their own contacts, in everybody's messages")
    func names() async throws {
        try await Friends.meet { friends in
            await friends.world.rename(friends.amber.owner, to: "Sis", for: friends.ben.owner)
            await friends.world.rename(friends.ben.owner, to: "Benny", for: friends.amber.owner)
            try await friends.begin("ice-cream", by: friends.ben, move: "Base=base02")
            try await friends.play("Scoops=scoops02", by: friends.amber)
            try await friends.ben.tap()
            try await friends.ben.nudge()
            try await friends.send(from: friends.ben)

            let prompt = "Which toppings do you all like?"
            #expect(
                await friends.amber.lines == [
                    "– Benny took a Waffle Cone", "– Amber chose Strawberry",
                    "[Benny] Amber chose Strawberry · \(prompt)",
                ])
            #expect(
                await friends.ben.lines == [
                    "– Ben took a Waffle Cone", "– Sis chose Strawberry", "[You] Sis chose Strawberry · \(prompt)",
                ])
            #expect(
                await friends.chris.lines == [
                    "– Ben took a Waffle Cone", "– Amber chose Strawberry", "[Ben] Amber chose Strawberry · \(prompt)",
                ])
        }
    }

    @Test("two answers at once are both kept, whichever a device shows", arguments: Arrival.allCases)
    func together(arrival: Arrival) async throws {
        try await Friends.meet { friends in
            let (ambers, chriss) = try await friends.answerTogether(arrival)
            for (app, older, newer) in [(friends.amber, ambers, chriss), (friends.chris, chriss, ambers)] {
                let transcript = await app.transcript()
                #expect(transcript.bubbles.suffix(2) == [older, newer])
                #expect(transcript.isSummary(older) && !transcript.isSummary(newer))
            }

            for app in friends.all {
                let board = try await app.tap().session.board
                let parts = board["toppings"]?.array?.compactMap { $0["part"]?.string } ?? []
                #expect(Set(parts) == ["topping01", "topping02"])
            }
        }
    }

    @Test("whoever opens an old bubble is shown where it stands, and what came after it")
    func old() async throws {
        try await Friends.meet { friends in
            try await friends.begin("ice-cream", by: friends.ben, move: "Base=base01")
            let base = try #require(await friends.chris.transcript().bubbles.last)
            try await friends.play("Scoops=scoops04", by: friends.amber)
            try await friends.play("Topping=topping01", by: friends.ben)

            let opened = try await friends.chris.tap(base)
            #expect(opened.tapped.status == .earlier && opened.tapped.revision == 1 && opened.tapped.seat == 0)
            #expect(opened.events.map(\.revision) == [2, 3] && opened.session.revision == 3)
        }
    }

    @Test("a move against an old view is refused, and nothing is staged")
    func stale() async throws {
        try await Friends.meet { friends in
            try await friends.begin("ice-cream", by: friends.ben, move: "Base=base01")
            try await friends.amber.tap()
            try await friends.play("Scoops=scoops04", by: friends.chris)
            let error = await #expect(throws: RoundtableError.self) { try await friends.amber.play("Scoops=scoops05") }
            #expect(error?.code == .staleRevision && error?.problem?.revision == 2)
            #expect(await friends.world[friends.amber.device, friends.group].staged == nil)
        }
    }

    @Test("an ice cream ends when everybody at the table has added something")
    func end() async throws {
        try await Friends.meet { friends in
            try await friends.answerTogether(.inOrder)
            try await friends.play("Topping=topping03", by: friends.ben)
            let view = try await friends.amber.tap().session
            #expect(view.state == .finished && view.outcome?.kind == .completed && view.revision == 5)
            #expect(await friends.amber.lines.last == "[Ben] Ben likes Chocolate Sauce! · The ice cream is ready!")
            let error = await #expect(throws: RoundtableError.self) { try await friends.amber.play("finish") }
            #expect(error?.code == .sessionOver)
        }
    }
}

extension Friends {
    /// Builds an ice cream up to the toppings; Amber and Chris add theirs at the same time.
    @discardableResult
    func answerTogether(_ arrival: Arrival) async throws -> (ambers: Bubble, chriss: Bubble) {
        try await begin("ice-cream", by: ben, move: "Base=base02")
        try await play("Scoops=scoops02", by: ben)
        try await amber.tap()
        try await chris.tap()
        try await amber.play("Topping=topping01")
        try await chris.play("Topping=topping02")
        async let ambers = amber.send()
        async let chriss = chris.send()
        let answers = try await (ambers, chriss)
        await world.deliver(in: group, arrival)
        return answers
    }
}
