import GameRules
import Games
import TestSupport
import Testing

@testable import Roundtable

@Suite("Nicknames that pretend to be a name of the service's own")
struct ReservedNameTests {
    private let composer = Composer(games: .standard)

    @Test(
        "are recognised in the reader's language, however they are written",
        arguments: [
            ("You", "en"), ("YOU", "en"), ("Ｙｏｕ", "en"), ("y o u", "en"), ("Yóu", "en"), ("“You”", "en"),
            ("Player 2", "en"), ("player2", "en"), ("PLAYER-17", "en"), ("Ｐｌａｙｅｒ ２", "en"), ("Player ٢", "en"),
            ("Player ²", "en"), ("a new player", "en"), ("du", "de"), ("Person 3", "de"), ("Ty", "pl"),
            ("osoba 1", "pl"),
            ("\u{420}layer 2", "en"), ("\u{423}\u{43E}u", "en"), ("PIayer 1", "en"), ("\u{3A5}ou", "en"),
            ("أنت", "ar"), ("الشخص ٣", "ar"), ("الشخص 3", "ar"),
        ])
    func reserved(nickname: String, language: String) {
        #expect(composer.isReserved(nickname, in: language))
        #expect(composer.shown(nickname: nickname, in: language) == "“\(nickname)”")
    }

    @Test(
        "all others are free",
        arguments: [
            ("Amber", "en"), ("Player", "en"), ("2", "en"), ("Yousef", "en"), ("Player 2 B", "en"), ("Du", "en"),
            ("You", "de"), ("Player 2", "pl"), ("🍦", "en"),
        ])
    func free(nickname: String, language: String) {
        #expect(!composer.isReserved(nickname, in: language))
        #expect(composer.shown(nickname: nickname, in: language) == nickname)
    }

    @Test("are told apart in texts, and the real ones stay as they are")
    func composed() throws {
        var seating = try aSession().seating
        seating[0].nickname = Nickname("player 2")
        let names = Attributions(reader: nil, seating: seating)
        let text = GameText("common.list", ["first": .mover, "rest": .seat(1)])
        let composed = composer.summary(text, mover: .init(player: .numbered(0), seat: 0), in: "en", for: names)
        #expect(composed == "\u{2068}“player 2”\u{2069}, Player 2")
    }
}
