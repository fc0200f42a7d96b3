import RoundtableMessages
import SwiftUI

/// The extension: which service plays, where the player is kept, and what draws the game.
final class MessagesViewController: MessagesGameViewController {
    private static let roundtable = MessagesExtension(
        MessagesExtension.Settings(
            service: Service.url, vault: Keychain(service: "ice-cream"),
            nickname: NicknameField.name))

    override func makeGame() -> MessagesGame {
        MessagesGame(in: Self.roundtable)
    }

    override func makeScreen() -> UIViewController {
        UIHostingController(rootView: GameScreen(game: game))
    }

    /// A live bubble is as high as the picture and the line below it.
    override func contentSizeThatFits(_ size: CGSize) -> CGSize {
        CGSize(width: size.width, height: min(size.height, size.width + BubbleView.lineHeight))
    }
}
