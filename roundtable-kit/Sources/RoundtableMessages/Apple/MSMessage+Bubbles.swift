#if canImport(Messages) && canImport(UIKit)
    public import Messages
    import RoundtableClient
    import RoundtableModel
    import UIKit

    extension IncomingBubble {
        /// Reads what Messages tells of a message; its sender is known once it is in the transcript.
        public init(_ message: MSMessage) {
            self.init(
                token: MessageToken(in: message.url),
                sender: message.isPending ? nil : ParticipantID(message.senderParticipantIdentifier),
                session: message.session.map { BubbleSession($0) })
        }
    }

    extension MSMessage {
        /// Fills a message, in a session that was made here or came with a message.
        convenience init(_ bubble: OutgoingBubble, in session: BubbleSession) {
            self.init(session: session.object as? MSSession ?? MSSession())
            url = bubble.message.url
            summaryText = bubble.message.summaryText
            accessibilityLabel = bubble.message.accessibilityLabel
            let template = MSMessageTemplateLayout(bubble)
            layout = bubble.isLive ? MSMessageLiveLayout(alternateLayout: template) : template
        }
    }

    extension MSMessageTemplateLayout {
        /// Fills all fields of a layout; pictures are made for screens of three pixels a point.
        convenience init(_ bubble: OutgoingBubble) {
            self.init()
            let layout = bubble.message.layout
            image = bubble.picture.flatMap { UIImage(data: $0, scale: 3) }
            mediaFileURL = bubble.mediaFile
            imageTitle = layout.imageTitle
            imageSubtitle = layout.imageSubtitle
            caption = layout.caption
            subcaption = layout.subcaption
            trailingCaption = layout.trailingCaption
            trailingSubcaption = layout.trailingSubcaption
        }
    }
#endif
