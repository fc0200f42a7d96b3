public import Foundation
public import RoundtableJSON

/// The parts of `MSMessageTemplateLayout`.
public struct MessageLayout: Hashable, JSONObjectWritable, JSONReadable, Sendable {
    /// The address of a picture of 900×900 pixels.
    public var image: URL? {
        get { imageAddress?.url }
        set { imageAddress = newValue.map { WebAddress($0) } }
    }
    /// The picture's address as text.
    @_spi(Roundtable) public var imageAddress: WebAddress?
    /// The address of a sound or video, which the app downloads for `mediaFileURL`; the picture is then left out.
    public var mediaURL: URL? {
        get { mediaAddress?.url }
        set { mediaAddress = newValue.map { WebAddress($0) } }
    }
    /// The address of the sound or video as text.
    @_spi(Roundtable) public var mediaAddress: WebAddress?
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
        image: URL? = nil, mediaURL: URL? = nil, imageTitle: String? = nil, imageSubtitle: String? = nil,
        caption: String? = nil, subcaption: String? = nil, trailingCaption: String? = nil,
        trailingSubcaption: String? = nil
    ) {
        imageAddress = image.map { WebAddress($0) }
        mediaAddress = mediaURL.map { WebAddress($0) }
        self.imageTitle = imageTitle
        self.imageSubtitle = imageSubtitle
        self.caption = caption
        self.subcaption = subcaption
        self.trailingCaption = trailingCaption
        self.trailingSubcaption = trailingSubcaption
    }

    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("caption", orNull: caption)
        json.member("image", orNull: imageAddress)
        json.member("imageSubtitle", orNull: imageSubtitle)
        json.member("imageTitle", orNull: imageTitle)
        json.member("mediaURL", orNull: mediaAddress)
        json.member("subcaption", orNull: subcaption)
        json.member("trailingCaption", orNull: trailingCaption)
        json.member("trailingSubcaption", orNull: trailingSubcaption)
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        try self.init(
            imageTitle: json.readIfPresent("imageTitle"), imageSubtitle: json.readIfPresent("imageSubtitle"),
            caption: json.readIfPresent("caption"), subcaption: json.readIfPresent("subcaption"),
            trailingCaption: json.readIfPresent("trailingCaption"),
            trailingSubcaption: json.readIfPresent("trailingSubcaption"))
        imageAddress = try json.readIfPresent("image")
        mediaAddress = try json.readIfPresent("mediaURL")
    }
}
