// A program that depends on the kit, as an app does, and calls something of each library that an app imports.
// deploy/check/app-package builds and runs it.
import Foundation
import GameRules
import RoundtableClient
import RoundtableMessages
import RoundtableModel

/// A service that knows one player.
struct Service: Transport {
    let player: PlayerID

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let body = #"{"player": "\#(player)", "createdAt": "2026-05-04T10:15:30Z"}"#
        return TransportResponse(status: 200, body: Data(body.utf8))
    }
}

/// A Keychain that is empty.
struct Vault: CredentialVault {
    func credential() async throws -> Credential? { nil }
    func keep(_ credential: Credential) async throws -> Credential { credential }
    func forget() async throws {}
}

@main
@MainActor
struct App {
    static func main() async throws {
        guard let url = URL(string: "https://games.example.org") else { return }
        let service = Service(player: PlayerID(UUID()))

        let client = RoundtableClient(
            baseURL: url, credential: Credential(rawValue: "rt_1"), transport: service)
        guard try await client.me().player == service.player else { fatalError("That is another player.") }
        print("RoundtableClient and RoundtableModel: the player is read")

        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json")
        let kit = MessagesExtension(
            MessagesExtension.Settings(
                service: url, vault: Vault(), storage: OutboxFile(at: file), transport: service))
        guard case .empty = MessagesGame(in: kit).state else { fatalError("There is a game.") }
        print("RoundtableMessages: no game is shown")

        guard PluralRules(of: "pl").category(of: 3) == .few else { fatalError("That is not Polish.") }
        print("GameRules: trzy lody")
    }
}
