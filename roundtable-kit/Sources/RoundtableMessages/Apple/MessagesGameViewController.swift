#if canImport(Messages) && canImport(UIKit)
    public import Messages
    import RoundtableClient
    import RoundtableModel
    public import UIKit

    /// The view controller of a Messages extension that plays one game; override ``makeGame()`` and ``makeScreen()``.
    ///
    /// Messages makes several at once: one for the open app, and one for each live bubble in the transcript.
    open class MessagesGameViewController: MSMessagesAppViewController {
        /// The game in the conversation.
        public private(set) lazy var game = makeGame()
        /// The conversation that Messages named last. It is there also where `activeConversation` is nil, such as when
        /// the person presses Send after they have left the app.
        private(set) var conversation: MSConversation?
        private var hasBegun = false
        private var tapArea: UIControl?

        /// Makes the game, in the one extension of all view controllers; to be overridden.
        open func makeGame() -> MessagesGame { preconditionFailure("Override makeGame()") }

        /// Makes what draws the game, such as a `UIHostingController`; to be overridden.
        open func makeScreen() -> UIViewController { preconditionFailure("Override makeScreen()") }

        /// Whether a tap anywhere on a live bubble opens the app with the bubble's message. Messages does nothing by
        /// itself when a live bubble is tapped. Override it for a bubble with controls of its own, and call the game's
        /// `requestExpandedPresentation()` there.
        open var opensAppOnTap: Bool { true }

        /// Lays the screen over the whole view.
        open override func viewDidLoad() {
            super.viewDidLoad()
            let screen = makeScreen()
            addChild(screen)
            cover(with: screen.view)
            screen.didMove(toParent: self)
        }

        /// Tells the game its style before anything is drawn.
        open override func viewWillAppear(_ animated: Bool) {
            super.viewWillAppear(animated)
            game.style = style
            if style == .transcript, opensAppOnTap { takeTaps() }
        }

        /// Shows a live bubble, whether or not Messages makes it active.
        open override func viewDidAppear(_ animated: Bool) {
            super.viewDidAppear(animated)
            guard style == .transcript, !hasBegun, let conversation = activeConversation else { return }
            begin(with: conversation)
        }

        /// Stops to follow the game of a live bubble that was scrolled away.
        open override func viewDidDisappear(_ animated: Bool) {
            super.viewDidDisappear(animated)
            guard style == .transcript else { return }
            game.willResignActive()
            hasBegun = false
        }

        /// The size of a live bubble: as high as it is wide, if there is room, like the picture that stands for it
        /// where the app is not installed; to be overridden for a board of another shape.
        open override func contentSizeThatFits(_ size: CGSize) -> CGSize {
            CGSize(width: size.width, height: min(size.width, size.height))
        }

        /// Opens the tapped message.
        open override func willBecomeActive(with conversation: MSConversation) {
            super.willBecomeActive(with: conversation)
            begin(with: conversation)
        }

        /// Opens a message that was tapped while the extension is active.
        open override func didSelect(_ message: MSMessage, conversation: MSConversation) {
            super.didSelect(message, conversation: conversation)
            self.conversation = conversation
            game.didSelect(IncomingBubble(message))
        }

        /// Reports a message that arrived, and its sender.
        open override func didReceive(_ message: MSMessage, conversation: MSConversation) {
            super.didReceive(message, conversation: conversation)
            self.conversation = conversation
            game.didReceive(IncomingBubble(message))
        }

        /// Reports that Send was pressed.
        open override func didStartSending(_ message: MSMessage, conversation: MSConversation) {
            super.didStartSending(message, conversation: conversation)
            self.conversation = conversation
            game.didStartSending(IncomingBubble(token: MessageToken(in: message.url)))
        }

        /// Reports that the message was removed from the input field.
        open override func didCancelSending(_ message: MSMessage, conversation: MSConversation) {
            super.didCancelSending(message, conversation: conversation)
            self.conversation = conversation
            game.didCancelSending(IncomingBubble(token: MessageToken(in: message.url)))
        }

        /// Tells the game which style comes.
        open override func willTransition(to presentationStyle: MSMessagesAppPresentationStyle) {
            super.willTransition(to: presentationStyle)
            game.willTransition(to: PresentationStyle(presentationStyle))
        }

        /// Tells the game which style has come.
        open override func didTransition(to presentationStyle: MSMessagesAppPresentationStyle) {
            super.didTransition(to: presentationStyle)
            game.didTransition(to: PresentationStyle(presentationStyle))
        }

        /// Stops to follow the game.
        open override func willResignActive(with conversation: MSConversation) {
            super.willResignActive(with: conversation)
            self.conversation = conversation
            game.willResignActive()
        }

        private func begin(with conversation: MSConversation) {
            hasBegun = true
            self.conversation = conversation
            game.willBecomeActive(conversation.selectedMessage.map { IncomingBubble($0) }, in: self)
        }

        /// Lays an invisible control over the screen of a live bubble. For VoiceOver it is not there, so a double tap
        /// on the screen's own element lands on it, too.
        private func takeTaps() {
            guard tapArea == nil else { return }
            let area = UIControl(frame: .zero)
            area.isAccessibilityElement = false
            area.addAction(
                UIAction { [weak self] _ in self?.game.requestExpandedPresentation() }, for: .touchUpInside)
            cover(with: area)
            tapArea = area
        }

        private func cover(with cover: UIView) {
            cover.translatesAutoresizingMaskIntoConstraints = false
            view.addSubview(cover)
            NSLayoutConstraint.activate([
                cover.leadingAnchor.constraint(equalTo: view.leadingAnchor),
                cover.trailingAnchor.constraint(equalTo: view.trailingAnchor),
                cover.topAnchor.constraint(equalTo: view.topAnchor),
                cover.bottomAnchor.constraint(equalTo: view.bottomAnchor),
            ])
        }
    }
#endif
