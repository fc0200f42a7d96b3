import Foundation
import RoundtableClient
import RoundtableMessages
import RoundtableModel
import RoundtableTestTools
import Testing

@Suite("Settings that change while a game is on screen", .timeLimit(.minutes(5)))
@MainActor
struct SettingsTests {
    private let answers = [
        (path: "/open", status: 200, body: Sample.opened()), (path: Sample.id, status: 200, body: Sample.view()),
        (path: "/turns", status: 201, body: Sample.turn()),
    ]

    private func turns(of table: GameTable) async throws -> [Turn] {
        try await table.service.requests.filter { $0.url.path.hasSuffix("/turns") }
            .map { try Turn(json: Array($0.body ?? Data())) }
    }

    @Test("a nickname counts from the next move on")
    func nickname() async throws {
        let table = GameTable(answers, nickname: "Amber")
        await table.open()
        await table.play()
        table.game.owner.settings.nickname = "Ambra"
        await table.play("c3")
        table.game.owner.settings.nickname = nil
        await table.play("a1")
        #expect(try await turns(of: table).map(\.nickname) == ["Amber", "Ambra", nil])
        table.game.end()
    }

    @Test("a language counts from the next request on, and the game on screen is read again in it")
    func language() async throws {
        let table = GameTable(answers)
        await table.open()
        try await table.service.untilHeld(1)
        let polish = Sample.view().replacing(#""seats": []"#, with: #""seats": [], "unsent": true"#)
        await table.service.answer(Sample.id, polish)
        table.game.owner.settings.language = "pl"
        for await state in table.game.states() where state.game?.needsMessage == true { break }
        let read = await table.service.reads.last { $0.url.path.hasSuffix(Sample.id) }
        #expect(read?.headers["Accept-Language"] == "pl")
        await table.play()
        #expect(try await turns(of: table).map(\.locale) == ["pl"])
        table.game.didSelect(IncomingBubble(token: nil))
        await table.game.settle()
        #expect(table.game.state.explanation?.text == "Ta wiadomość nie należy do żadnej gry, którą zna ta aplikacja.")
        table.game.end()
    }

    @Test("a host of media counts from the next bubble on")
    func mediaHosts() async throws {
        let layout = Sample.turn().replacing(#""caption": "c""#, with: #""mediaURL": "https://host/m/abc.m4a""#)
        let media = [
            (path: "/turns", status: 201, body: layout), (path: "/abc.m4a", status: 200, body: "sound"),
            (path: "/abc.png", status: 200, body: "PNG"),
        ]
        let table = GameTable(media + answers)
        await table.open()
        await table.play()
        table.game.owner.settings.mediaHosts = ["host"]
        await table.play()
        #expect(table.host.inserted.map { $0.mediaFile == nil } == [true, false])
        for bubble in table.host.inserted { try bubble.mediaFile.map { try FileManager.default.removeItem(at: $0) } }
        table.game.end()
    }
}
