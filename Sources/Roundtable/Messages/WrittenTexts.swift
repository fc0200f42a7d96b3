import GameRules

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

    init(_ texts: MessageTexts, by writer: inout LineWriter) {
        caption = writer.add(texts.caption)
        hidesCaption = texts.hidesCaption
        subcaption = texts.subcaption.map { writer.add($0) }
        trailingCaption = texts.trailingCaption.map { writer.add($0) }
        trailingSubcaption = texts.trailingSubcaption.map { writer.add($0) }
        imageTitle = texts.imageTitle.map { writer.add($0) }
        imageSubtitle = texts.imageSubtitle.map { writer.add($0) }
        summary = texts.summary.map { writer.add($0) }
        accessibilityLabel = texts.accessibilityLabel.map { writer.add($0) } ?? caption
        mediaURL = texts.mediaURL
        line = writer.line
        addressesMover = writer.addressesMover
    }
}
