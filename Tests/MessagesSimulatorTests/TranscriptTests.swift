import MessagesSimulator
import RoundtableModel
import Testing

@Suite("Transcripts")
struct TranscriptTests {
    @Test("a newer bubble of a session goes to the bottom, and the one before shrinks to its summary where it was")
    func collapse() async throws {
        let trio = try await Trio()
        try await trio.begin()
        try await trio.ben.play("Ben moved")
        try await trio.ben.send()
        await trio.world.deliver(in: trio.group)
        #expect(await trio.chris.transcript().lines == ["– Who plays?", "[Ben] Ben moved · Move 2"])
        #expect(await trio.ben.transcript().lines == ["– Who plays?", "[You] Ben moved · Move 2"])
    }

    @Test("bubbles of different sessions leave each other alone")
    func sessions() async throws {
        let trio = try await Trio()
        try await trio.begin()
        try await trio.chris.create("open") { $0.move = "Another one?" }
        try await trio.chris.send()
        await trio.world.deliver(in: trio.group)
        let lines = await trio.ben.transcript().lines
        #expect(lines == ["[Amber] Who plays? · Move 1", "[Chris] Another one? · Move 2"])
    }

    @Test("of two answers sent at once each sender keeps the other's, and a third device the one that came last")
    func concurrent() async throws {
        let trio = try await Trio()
        try await trio.begin()
        try await trio.amber.tap()
        try await trio.amber.play("Sprinkles")
        try await trio.chris.play("Cherry")
        try await trio.amber.send()
        try await trio.chris.send()
        await trio.world.deliver(to: trio.ben.device, in: trio.group, .reversed)
        await trio.world.deliver(in: trio.group)
        let opening = "– Who plays?"
        #expect(await trio.amber.transcript().lines == [opening, "– Sprinkles", "[Chris] Cherry · Move 3"])
        #expect(await trio.chris.transcript().lines == [opening, "– Cherry", "[Amber] Sprinkles · Move 2"])
        #expect(await trio.ben.transcript().lines == [opening, "– Cherry", "[Amber] Sprinkles · Move 2"])
    }

    @Test("a shuffled arrival loses nothing and can be repeated", arguments: [1, 2, 3] as [UInt64])
    func shuffled(seed: UInt64) async throws {
        func lines() async throws -> [String] {
            let trio = try await Trio(seed: seed)
            try await trio.begin()
            for number in 1...5 {
                try await trio.ben.play("Ben \(number)")
                try await trio.ben.send()
            }
            await trio.world.deliver(in: trio.group, .shuffled)
            return await trio.chris.transcript().lines
        }
        let once = try await lines()
        #expect(once.count == 6)
        #expect(once.dropLast().allSatisfy { $0.hasPrefix("– ") })
        #expect(try await lines() == once)
    }

    @Test("each owner reads the names of their own address book, and a foreign identifier as garbage")
    func names() async throws {
        let trio = try await Trio()
        try await trio.begin()
        await trio.world.rename(Person("Ben"), to: "Benny", for: Person("Amber"))
        let bens = await trio.ben.conversation().local
        let ambers = await trio.amber.conversation().local
        try await trio.ben.play("$\(bens) greets $\(ambers)")
        try await trio.ben.send()
        await trio.world.deliver(in: trio.group)
        let transcript = await trio.amber.transcript()
        let bubble = try #require(transcript.bubbles.last)
        #expect(transcript.texts(of: bubble).filter { $0 == "Benny greets $\(ambers)" }.count == 3)
        #expect(transcript.lines.last == "[Benny] Benny greets $\(ambers) · Move 2")
        #expect(await trio.chris.transcript().lines.last == "[Ben] Ben greets $\(ambers) · Move 2")
    }

    @Test("a person who comes later sees what is sent from then on")
    func latecomer() async throws {
        let trio = try await Trio()
        try await trio.begin()
        let dora = await trio.world.addPhone("Dora")
        await trio.world.add(dora.owner, to: trio.group)
        try await trio.ben.play("Welcome")
        try await trio.ben.send()
        await trio.world.deliver(in: trio.group)
        #expect(await trio.world.transcript(on: dora, in: trio.group).lines == ["[Ben] Welcome · Move 2"])
        #expect(await trio.ben.conversation().remotes.count == 3)
    }

    @Test("transcripts are drawn side by side, one's own bubbles on the right")
    func drawing() async throws {
        let trio = try await Trio()
        try await trio.begin()
        try await trio.ben.play("A caption too long for a line")
        try await trio.ben.send()
        await trio.world.deliver(in: trio.group)
        let transcripts = [await trio.ben.transcript(), await trio.chris.transcript()]
        let expected = """
            ── Ben’s phone ─────────
              Who plays?
                ╭──────────────────╮
                │ A caption too    │
                │ long for a line  │
                │ Move 2           │
                ╰──────────────────╯
            ── Chris’s phone ───────
              Who plays?
            Ben
            ╭──────────────────╮
            │ A caption too    │
            │ long for a line  │
            │ Move 2           │
            ╰──────────────────╯
            """
        let renderer = TranscriptRenderer(width: 24)
        #expect(transcripts.flatMap { renderer.lines(of: $0) }.joined(separator: "\n") == expected)
    }
}
