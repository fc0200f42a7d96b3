/// All texts of a message in one language, the same for all its readers: names are still open, see ``TextWriter``.
///
/// NB: a class, because a reference is cheaper to pass on.
final class WrittenTexts: Sendable {
    /// A text's part of the line.
    struct Extent: Sendable {
        let start: ComposedLine.Position
        let end: ComposedLine.Position
    }

    let caption: Extent
    let hidesCaption: Bool
    let subcaption: Extent?
    let trailingCaption: Extent?
    let trailingSubcaption: Extent?
    let imageTitle: Extent?
    let imageSubtitle: Extent?
    /// Nil for the caption as it is shown.
    let summary: Extent?
    let accessibilityLabel: Extent
    let mediaURL: String?
    /// All of them, one behind the other.
    let line: ComposedLine
    /// Whether they are not the same for the mover as for others.
    let addressesMover: Bool

    init(
        caption: Extent, hidesCaption: Bool, subcaption: Extent?, trailingCaption: Extent?,
        trailingSubcaption: Extent?, imageTitle: Extent?, imageSubtitle: Extent?, summary: Extent?,
        accessibilityLabel: Extent, mediaURL: String?, line: ComposedLine, addressesMover: Bool
    ) {
        self.caption = caption
        self.hidesCaption = hidesCaption
        self.subcaption = subcaption
        self.trailingCaption = trailingCaption
        self.trailingSubcaption = trailingSubcaption
        self.imageTitle = imageTitle
        self.imageSubtitle = imageSubtitle
        self.summary = summary
        self.accessibilityLabel = accessibilityLabel
        self.mediaURL = mediaURL
        self.line = line
        self.addressesMover = addressesMover
    }
}
