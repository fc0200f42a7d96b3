/// Why a picture could not be made.
package enum PictureError: Error, Equatable {
    /// Too many pictures are waiting to be drawn; retry shortly.
    case busy
    /// Too many pictures are waiting to be drawn for one address; retry shortly.
    case tooManyFromAddress
    /// The SVG can't be parsed or drawn, and never will be. Carries librsvg's message, for the log only.
    case malformed(String)
    /// Drawing or encoding failed, for example for lack of memory, or the renderer has shut down. Carries a message,
    /// for the log only.
    case failed(String)
}
