#if canImport(Messages) && canImport(UIKit)
    public import Messages
    public import RoundtableModel
    public import UIKit

    /// The view controller of a Messages extension that plays one game; override ``makeGame()`` and ``makeScreen()``.
    open class MessagesGameViewController: MSMessagesAppViewController {
        /// The game in the conversation.
        public private(set) lazy var game = makeGame()
        private var hasBegun = false

        /// Makes the game, in the one extension of all view controllers; to be overridden.
        open func makeGame() -> MessagesGame {
            preconditionFailure("Override makeGame()")
        }

        /// Makes what draws the game, such as a `UIHostingController`; to be overridden.
        open func makeScreen() -> UIViewController {
            preconditionFailure("Override makeScreen()")
        }

        /// Lays the screen over the whole view.
        open override func viewDidLoad() {
            super.viewDidLoad()
            let screen = makeScreen()
            addChild(screen)
            screen.view.translatesAutoresizingMaskIntoConstraints = false
            view.addSubview(screen.view)
            NSLayoutConstraint.activate([
                screen.view.leadingAnchor.constraint(equalTo: view.leadingAnchor),
                screen.view.trailingAnchor.constraint(equalTo: view.trailingAnchor),
                screen.view.topAnchor.constraint(equalTo: view.topAnchor),
                screen.view.bottomAnchor.constraint(equalTo: view.bottomAnchor),
            ])
            screen.didMove(toParent: self)
        }

        /// Shows a live bubble, whether or not Messages makes it active.
        open override func viewDidAppear(_ animated: Bool) {
            super.viewDidAppear(animated)
            guard isLiveBubble, !hasBegun, let conversation = activeConversation else { return }
            begin(with: conversation)
        }

        /// Stops to follow the game of a live bubble that was scrolled away.
        open override func viewDidDisappear(_ animated: Bool) {
            super.viewDidDisappear(animated)
            guard isLiveBubble else { return }
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
            game.didSelect(IncomingBubble(message))
        }

        /// Reports a message that arrived, and its sender.
        open override func didReceive(_ message: MSMessage, conversation: MSConversation) {
            super.didReceive(message, conversation: conversation)
            game.didReceive(IncomingBubble(message))
        }

        /// Reports that Send was pressed.
        open override func didStartSending(_ message: MSMessage, conversation: MSConversation) {
            super.didStartSending(message, conversation: conversation)
            game.didStartSending(IncomingBubble(message))
        }

        /// Reports that the message was removed from the input field.
        open override func didCancelSending(_ message: MSMessage, conversation: MSConversation) {
            super.didCancelSending(message, conversation: conversation)
            game.didCancelSending(IncomingBubble(message))
        }

        /// Stops to follow the game.
        open override func willResignActive(with conversation: MSConversation) {
            super.willResignActive(with: conversation)
            game.willResignActive()
        }

        private func begin(with conversation: MSConversation) {
            hasBegun = true
            game.willBecomeActive(conversation.selectedMessage.map { IncomingBubble($0) }, in: self)
        }
    }

    extension MessagesGameViewController: MessagesHost {
        /// The people of the active conversation.
        public var people: Conversation? {
            activeConversation.map {
                Conversation(local: $0.localParticipantIdentifier, remotes: $0.remoteParticipantIdentifiers)
            }
        }

        /// Whether Messages shows it in the transcript.
        public var isLiveBubble: Bool { presentationStyle == .transcript }

        /// Makes an `MSSession`.
        public func makeSession() -> BubbleSession {
            BubbleSession(MSSession())
        }

        /// Inserts a bubble into the input field.
        public func insert(_ bubble: OutgoingBubble, in session: BubbleSession) async throws {
            let message = MSMessage(bubble, in: session)
            try await withConversation { $0.insert(message, completionHandler: $1) }
        }

        /// Sends a bubble.
        public func send(_ bubble: OutgoingBubble, in session: BubbleSession) async throws {
            let message = MSMessage(bubble, in: session)
            try await withConversation { $0.send(message, completionHandler: $1) }
        }

        /// Goes compact.
        public func requestCompactPresentation() {
            requestPresentationStyle(.compact)
        }

        private func withConversation(
            _ act: (MSConversation, @escaping @Sendable ((any Error)?) -> Void) -> Void
        ) async throws {
            guard let activeConversation else { throw CancellationError() }
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                act(activeConversation) { error in
                    if let error { continuation.resume(throwing: error) } else { continuation.resume() }
                }
            }
        }
    }
#endif
