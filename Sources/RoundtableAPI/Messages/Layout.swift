public import Foundation
package import JSON

/// The parts of `MSMessageTemplateLayout`.
public struct Layout: Hashable, Sendable {
    /// The address of a picture of 900×900 pixels.
    public var image: URL?
    /// Over the picture.
    public var imageTitle: String?
    /// Over the picture, smaller.
    public var imageSubtitle: String?
    /// The first line.
    public var caption: String?
    /// The second line.
    public var subcaption: String?
    /// The first line's end.
    public var trailingCaption: String?
    /// The second line's end.
    public var trailingSubcaption: String?

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

extension Layout: JSONConvertible {
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("caption", orNull: caption)
            json.member("image", orNull: image)
            json.member("imageSubtitle", orNull: imageSubtitle)
            json.member("imageTitle", orNull: imageTitle)
            json.member("subcaption", orNull: subcaption)
            json.member("trailingCaption", orNull: trailingCaption)
            json.member("trailingSubcaption", orNull: trailingSubcaption)
        }
    }

    package init(_ json: JSONElement) throws(JSONError) {
        self.init(
            image: try json.readIfPresent("image"), imageTitle: try json.readIfPresent("imageTitle"),
            imageSubtitle: try json.readIfPresent("imageSubtitle"), caption: try json.readIfPresent("caption"),
            subcaption: try json.readIfPresent("subcaption"),
            trailingCaption: try json.readIfPresent("trailingCaption"),
            trailingSubcaption: try json.readIfPresent("trailingSubcaption"))
    }
}
