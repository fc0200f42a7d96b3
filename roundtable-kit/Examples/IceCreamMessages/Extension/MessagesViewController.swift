import RoundtableMessages
import SwiftUI

/// The extension: which service plays, where the player is kept, and what draws the game.
final class MessagesViewController: MessagesGameViewController {
    private static let roundtable = MessagesExtension(
        MessagesExtension.Settings(service: Service.url, vault: Keychain(service: "ice-cream")))

    override func makeGame() -> MessagesGame {
        MessagesGame(in: Self.roundtable)
    }

    override func makeScreen() -> UIViewController {
        UIHostingController(rootView: GameScreen(game: game))
    }
}
