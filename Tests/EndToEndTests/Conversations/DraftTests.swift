import MessagesSimulator
import RoundtableModel
import RoundtableClient
import TestSupport
import Testing

@Suite("A staged message", .database)
struct DraftTests {
    @Test("a message that was sent while the app was gone counts as soon as somebody opens it")
    func proven() async throws {
        try await Friends.meet { friends in
            try await friends.begin("ice-cream", by: friends.ben, move: "Base=base01")
            try await friends.amber.tap()
            try await friends.amber.play("Scoops=scoops01")
            try await friends.send(from: friends.amber, reporting: false)
            #expect(try await friends.ben.refresh().revision == 1)

            let opened = try await friends.chris.tap()
            #expect(opened.tapped.status == .latest && opened.tapped.revision == 2)
            #expect(opened.session.board["scoops"] == "scoops01")
        }
    }

    @Test("a message that vanished from the input field blocks nobody and never counts")
    func vanished() async throws {
        try await Friends.meet { friends in
            try await friends.begin("ice-cream", by: friends.ben, move: "Base=base01")
            try await friends.amber.tap()
            try await friends.amber.play("Scoops=scoops01")
            try await friends.amber.vanish()
            try await friends.play("Scoops=scoops02", by: friends.chris)
            let view = try await friends.amber.tap().session
            #expect(view.board["scoops"] == "scoops02" && view.revision == 2)
        }
    }

    @Test("a message that was taken back is not kept, and its author may choose again")
    func cancelled() async throws {
        try await Friends.meet { friends in
            try await friends.begin("ice-cream", by: friends.ben, move: "Base=base01")
            try await friends.amber.tap()
            let staged = try await friends.amber.play("Scoops=scoops01")
            #expect(staged.draft && staged.session.revision == 1 && staged.session.board["scoops"] == .null)
            try await friends.amber.cancel()
            #expect(await friends.amber.view?.draft == nil)
            try await friends.amber.play("Scoops=scoops03")
            try await friends.send(from: friends.amber)
            #expect(try await friends.chris.tap().session.board["scoops"] == "scoops03")
        }
    }

    @Test("a bubble of a move that was taken back is shown to whoever opens it as what it is")
    func cancelledButSent() async throws {
        try await Friends.meet { friends in
            try await friends.begin("ice-cream", by: friends.ben, move: "Base=base01")
            try await friends.amber.tap()
            try await friends.amber.play("Scoops=scoops01")
            let bubble = try #require(await friends.world[friends.amber.device, friends.group].staged)
            try await friends.amber.cancel()
            await friends.amber.stageAgain(bubble)
            try await friends.send(from: friends.amber, reporting: false)
            let opened = try await friends.chris.tap()
            #expect(opened.tapped.status == .cancelled && opened.tapped.revision == nil)
            #expect(opened.session.revision == 1 && opened.session.board["scoops"] == .null)
        }
    }

    @Test("of two who choose the same thing at once, the second is told that they came too late")
    func overtaken() async throws {
        try await Friends.meet { friends in
            try await friends.begin("ice-cream", by: friends.ben, move: "Base=base01")
            for (app, scoops) in [(friends.amber, "01"), (friends.chris, "02")] {
                try await app.tap()
                try await app.play("Scoops=scoops\(scoops)")
            }
            try await friends.amber.send()
            let late = try await friends.chris.send(reporting: false)
            await friends.world.deliver(in: friends.group)

            let opened = try await friends.ben.tap(late)
            #expect(opened.tapped.status == .overtaken && opened.tapped.revision == nil)
            #expect(opened.session.board["scoops"] == "scoops01" && opened.session.revision == 2)
            #expect(try await friends.chris.tap(late).tapped.status == .overtaken)
        }
    }

    @Test("an older bubble that was sent after all counts, although a newer one had taken its place")
    func replaced() async throws {
        try await Friends.meet { friends in
            try await friends.begin("ice-cream", by: friends.ben, move: "Base=base01")
            try await friends.amber.tap()
            try await friends.amber.play("Scoops=scoops01")
            let first = try #require(await friends.world[friends.amber.device, friends.group].staged)
            try await friends.amber.play("Scoops=scoops02")
            await friends.amber.stageAgain(first)
            try await friends.send(from: friends.amber, reporting: false)
            #expect(try await friends.chris.tap().session.board["scoops"] == "scoops01")
        }
    }
}
