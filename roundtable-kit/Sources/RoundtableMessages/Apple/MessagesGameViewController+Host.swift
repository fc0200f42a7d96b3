#if canImport(Messages) && canImport(UIKit)
    import Messages
    public import RoundtableModel
    import UIKit

    extension MessagesGameViewController: MessagesHost {
        /// The people of the conversation that Messages named last.
        public var people: Conversation? {
            conversation.map {
                Conversation(local: $0.localParticipantIdentifier, remotes: $0.remoteParticipantIdentifiers)
            }
        }

        /// The style that Messages has given it.
        public var style: PresentationStyle { PresentationStyle(presentationStyle) }

        /// Makes an `MSSession`.
        public func makeSession() -> BubbleSession { BubbleSession(MSSession()) }

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

        /// Inserts a text, a sticker or a file into the input field.
        public func insert(_ content: MessageContent) async throws {
            switch content {
            case .text(let text):
                try await withConversation { $0.insertText(text, completionHandler: $1) }
            case .sticker(let file, let description):
                let sticker = try MSSticker(contentsOfFileURL: file, localizedDescription: description)
                try await withConversation { $0.insert(sticker, completionHandler: $1) }
            case .attachment(let file, let name):
                try await withConversation {
                    $0.insertAttachment(file, withAlternateFilename: name, completionHandler: $1)
                }
            }
        }

        /// Sends a text, a sticker or a file.
        public func send(_ content: MessageContent) async throws {
            switch content {
            case .text(let text):
                try await withConversation { $0.sendText(text, completionHandler: $1) }
            case .sticker(let file, let description):
                let sticker = try MSSticker(contentsOfFileURL: file, localizedDescription: description)
                try await withConversation { $0.send(sticker, completionHandler: $1) }
            case .attachment(let file, let name):
                try await withConversation {
                    $0.sendAttachment(file, withAlternateFilename: name, completionHandler: $1)
                }
            }
        }

        /// Goes compact.
        public func requestCompactPresentation() { requestPresentationStyle(.compact) }

        /// Goes expanded; a live bubble opens the app with its message.
        public func requestExpandedPresentation() { requestPresentationStyle(.expanded) }

        private func withConversation(
            _ act: (MSConversation, @escaping @Sendable ((any Error)?) -> Void) -> Void
        ) async throws {
            guard let conversation else { throw MessagesHostError.noConversation }
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                act(conversation) { error in
                    if let error { continuation.resume(throwing: error) } else { continuation.resume() }
                }
            }
        }
    }

    extension PresentationStyle {
        /// Takes over Messages' style; one that came later is drawn like the open app.
        init(_ style: MSMessagesAppPresentationStyle) {
            self =
                switch style {
                case .compact: .compact
                case .expanded: .expanded
                case .transcript: .transcript
                @unknown default: .expanded
                }
        }
    }
#endif
