/// Why a picture could not be made.
package enum PictureError: Error, Equatable {
    /// As many pictures wait to be drawn as may wait; worth another try in a moment.
    case busy
    /// The SVG text is not a drawing; the text is librsvg's complaint, for the log only.
    case malformed(String)
    /// Drawing or encoding failed for lack of memory or the like; the text is for the log only.
    case failed(String)
}
