/// The number of characters that each text of a message may have, so that Messages shows it whole.
///
/// Messages promises no numbers. A bubble is about 300 points wide; at the sizes of its fonts that is some 30
/// characters of a caption and 40 of a subcaption in a line, and captions show up to three lines. An attribution counts
/// as one name of ``name`` characters, whatever the contact is really called.
enum TextLimits {
    /// The length that a name counts for: as much as the longest nickname.
    static let name = Nickname.maximumLength
    /// Three lines.
    static let caption = 90
    /// Three lines in a smaller font, but it must leave room to the caption.
    static let subcaption = 90
    /// Stands right of the caption and takes its room: a third of each line.
    static let trailingCaption = 30
    /// As the trailing caption.
    static let trailingSubcaption = 30
    /// One large line over the picture, and a little of a second one.
    static let imageTitle = 40
    /// Two small lines over the picture.
    static let imageSubtitle = 60
    /// Two lines of the conversation list, which notifications show too.
    static let summary = 100
    /// Not seen but heard: about a minute of VoiceOver, which tells the whole board.
    static let accessibilityLabel = 1000
    /// Words that somebody wrote are cut before the sentence around them is, but not shorter than this.
    static let fewestWords = 12
    /// The most of somebody's words in any text.
    static let words = 200
    /// The most bytes of somebody's words in any text: four for each character.
    static let wordBytes = 800
}
