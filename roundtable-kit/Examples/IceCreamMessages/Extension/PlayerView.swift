import RoundtableMessages
import RoundtableModel
import SwiftUI

/// The person's running games, their name, their other devices, and what is stored about them.
struct PlayerView: View {
    let game: MessagesGame
    let shown: SessionView?
    @State private var code: LinkCode?
    @State private var copy: URL?
    @State private var asksWhetherToErase = false
    @State private var erasures = 0

    var body: some View {
        // Who was erased has no games: the list begins anew.
        RunningGames(game: game, shown: shown).id(erasures)
        DisclosureGroup("You") {
            VStack(alignment: .leading, spacing: 12) {
                NicknameField(game: game)
                if let code {
                    Text(verbatim: code.code).font(.title)
                    HStack {
                        Text("Type it on your other device. Time left:")
                        Text(code.expiresAt, style: .timer)
                    }
                    .font(.caption)
                }
                AttemptButton(title: "Show a code for another device", game: game) {
                    code = try await game.makeLinkCode()
                }
                CodeField(game: game, style: .expanded)
                if let copy { ShareLink(item: copy) }
                AttemptButton(title: "Copy what is stored about you", game: game) { copy = try await makeCopy() }
                if asksWhetherToErase {
                    Text("You lose your seats and your name. Your games go on. This can’t be undone.")
                    AttemptButton(title: "Erase me", role: .destructive, game: game) { try await erase() }
                    Button("Keep me") { asksWhetherToErase = false }
                } else {
                    Button("Erase me…", role: .destructive) { asksWhetherToErase = true }
                }
            }
        }
    }

    /// Writes a file that can be shared; none, if nothing is stored.
    private func makeCopy() async throws -> URL? {
        guard let export = try await game.export() else { return nil }
        let file = FileManager.default.temporaryDirectory.appending(component: "ice-cream.json")
        try Data(export.json).write(to: file)
        return file
    }

    private func erase() async throws {
        try await game.erase()
        UserDefaults.standard.removeObject(forKey: NicknameField.key)
        game.owner.settings.nickname = nil
        (code, copy, asksWhetherToErase) = (nil, nil, false)
        erasures += 1
    }
}

/// The name that the others see where Messages has none. It counts from the next part on.
struct NicknameField: View {
    static let key = "nickname"
    /// The name as it was typed last; nil for none.
    static var name: String? { UserDefaults.standard.string(forKey: key).flatMap { name(in: $0) } }

    let game: MessagesGame
    @AppStorage(NicknameField.key) private var nickname = ""

    var body: some View {
        TextField("Nickname", text: $nickname)
            .textFieldStyle(.roundedBorder)
            .task(id: nickname) {
                game.owner.settings.nickname = Self.name(in: nickname)
            }
    }

    /// The service takes 24 characters, and no empty name.
    private static func name(in text: String) -> String? {
        let name = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return name.isEmpty ? nil : String(name.prefix(24))
    }
}
