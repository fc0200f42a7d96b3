import RoundtableMessages
import RoundtableModel

/// Messages with one conversation on screen: it makes an instance of the app when a person opens it, and one for each
/// live bubble that scrolls into view, and lets them go.
@MainActor
final class TestTranscript {
    /// A view controller, as far as the kit is concerned.
    @MainActor
    final class Instance {
        let host: TestHost
        let game: MessagesGame

        init(_ style: PresentationStyle, in owner: MessagesExtension) {
            host = TestHost(style)
            game = MessagesGame(in: owner)
        }
    }

    let owner: MessagesExtension
    private(set) var app: Instance?
    private(set) var bubbles: [MessageToken: Instance] = [:]

    init(of owner: MessagesExtension) { self.owner = owner }

    /// The person chooses the app in the drawer.
    func openApp() -> MessagesGame { open(.compact, with: nil) }

    /// The person taps a bubble. An app that is open goes expanded: Messages says so before it names the bubble, and
    /// again afterwards.
    @discardableResult
    func tap(_ token: MessageToken) -> MessagesGame {
        guard let app else { return open(.expanded, with: token) }
        app.game.willTransition(to: .expanded)
        app.host.style = .expanded
        app.game.didSelect(IncomingBubble(token: token))
        app.game.didTransition(to: .expanded)
        return app.game
    }

    /// The person leaves the app, or the app dismisses itself.
    func closeApp() {
        app?.game.willResignActive()
        app = nil
    }

    /// A live bubble scrolls into view. Its taps are its own: Messages does nothing by itself.
    func scrollIn(_ token: MessageToken) -> MessagesGame {
        let bubble = Instance(.transcript, in: owner)
        bubble.host.onRequest = { [weak self] style in
            if style == .expanded { self?.tap(token) }
        }
        bubbles[token] = bubble
        bubble.game.willBecomeActive(IncomingBubble(token: token), in: bubble.host)
        return bubble.game
    }

    /// A live bubble scrolls out of view.
    func scrollOut(_ token: MessageToken) {
        bubbles.removeValue(forKey: token)?.game.willResignActive()
    }

    /// Lets all instances go.
    func close() {
        closeApp()
        for token in bubbles.keys { scrollOut(token) }
    }

    private func open(_ style: PresentationStyle, with token: MessageToken?) -> MessagesGame {
        let app = Instance(style, in: owner)
        app.host.onRequest = { [weak app] style in
            guard let app, style != app.host.style else { return }
            app.game.willTransition(to: style)
            app.host.style = style
            app.game.didTransition(to: style)
        }
        self.app = app
        app.game.willBecomeActive(token.map { IncomingBubble(token: $0) }, in: app.host)
        return app.game
    }
}
