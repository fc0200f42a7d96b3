import Foundation

/// A text that is not written yet: the key of a pattern in a ``TextCatalog`` and what fills its places.
///
/// Names of seats and words depend on the device and the language that a text is composed for, so rules never hold
/// finished sentences.
public struct GameText: Hashable, Sendable {
    /// The key of the pattern, such as `ice-cream.topping`.
    public let key: String
    /// The arguments in the places `{name}` of the pattern.
    public let arguments: TextArguments

    /// A text by its key and arguments.
    public init(_ key: String, _ arguments: TextArguments = [:]) {
        self.key = key
        self.arguments = arguments
    }
}

/// An argument in a place of a text.
public enum TextArgument: Hashable, Sendable {
    /// Whoever makes the move, seated or not yet.
    case mover
    /// Whoever has a seat.
    case seat(SeatIndex)
    /// A number.
    case number(Int)
    /// Another text, such as the name of a topping.
    case text(GameText)
    /// Several texts, joined two by two by the pattern of a key, whose places are `first` and `rest`.
    case list([GameText], joinedBy: String)
    /// Words that a user or an app wrote; neutralised when the text is composed.
    case words(String)
    /// A sentence that an app wrote, with places for names.
    case template(TextTemplate)
}

/// All texts of one message.
public struct MessageTexts: Hashable, Sendable {
    /// The main line under the picture.
    public var caption: GameText
    /// The line below the caption.
    public var subcaption: GameText?
    /// Right of the caption.
    public var trailingCaption: GameText?
    /// Right of the subcaption.
    public var trailingSubcaption: GameText?
    /// Over the picture, large.
    public var imageTitle: GameText?
    /// Over the picture, small.
    public var imageSubtitle: GameText?
    /// The line that stays in the transcript and shows in notifications: short, self-contained, true after collapsing.
    /// Nil for the caption.
    public var summary: GameText?
    /// The text that VoiceOver reads instead of the picture and the captions. Nil, and so not kept, where
    /// ``Game/accessibilityLabel(of:after:)`` makes it from the position.
    public var accessibilityLabel: GameText?
    /// Whether the caption is not shown; without any other of the four captions the message has no caption bar.
    /// ``caption`` is still what the summary says if there is no other.
    public var hidesCaption = false
    /// Where a sound or video is that the message shows instead of its picture, an address as
    /// ``isMediaAddress(_:)`` wants it; a message with another is refused as `internal`.
    public var mediaURL: String?

    /// A message that needs only its caption.
    public init(caption: GameText, summary: GameText? = nil, accessibilityLabel: GameText? = nil) {
        self.caption = caption
        self.summary = summary
        self.accessibilityLabel = accessibilityLabel
    }
}

extension MessageTexts {
    /// Whether a text can be ``mediaURL``: an https address of at most 500 characters, without user or spaces.
    public static func isMediaAddress(_ text: String) -> Bool {
        guard text.utf8.count <= 500, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), let url = URL(string: text)
        else { return false }
        return url.scheme?.lowercased() == "https" && url.host?.isEmpty == false && url.user == nil
            && (1...65535).contains(url.port ?? 443)
    }
}
