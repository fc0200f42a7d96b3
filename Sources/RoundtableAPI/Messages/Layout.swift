public import Foundation

/// The parts of `MSMessageTemplateLayout`.
public struct Layout: Codable, Hashable, Sendable {
    /// The address of a picture of 900×900 pixels.
    @Nullable public var image: URL?
    /// Over the picture.
    @Nullable public var imageTitle: String?
    /// Over the picture, smaller.
    @Nullable public var imageSubtitle: String?
    /// The first line.
    @Nullable public var caption: String?
    /// The second line.
    @Nullable public var subcaption: String?
    /// The first line's end.
    @Nullable public var trailingCaption: String?
    /// The second line's end.
    @Nullable public var trailingSubcaption: String?

    /// Makes a layout.
    public init(
        image: URL? = nil,
        imageTitle: String? = nil,
        imageSubtitle: String? = nil,
        caption: String? = nil,
        subcaption: String? = nil,
        trailingCaption: String? = nil,
        trailingSubcaption: String? = nil
    ) {
        self.image = image
        self.imageTitle = imageTitle
        self.imageSubtitle = imageSubtitle
        self.caption = caption
        self.subcaption = subcaption
        self.trailingCaption = trailingCaption
        self.trailingSubcaption = trailingSubcaption
    }
}
