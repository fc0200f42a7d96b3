/// All texts of a message in one language, the same for all its readers: names are still open, see ``TextWriter``.
struct WrittenTexts: Sendable {
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
}
