package import NIOCore

/// Bounds what connections take up, all together and by where they come from.
package protocol ConnectionGate: Sendable {
    /// A place for a connection that has just been opened; nil if there is none, so that it is closed without a word.
    func enter(from peer: SocketAddress?) -> (any ConnectionPlace)?
}

/// The place of one connection; free again when nobody has it any more.
package protocol ConnectionPlace: AnyObject, Sendable {
    /// Changes the number of bytes that are kept of a body whose rest has not come.
    ///
    /// - Returns: false, and nothing is changed, if there is no room for so many.
    func keep(bytes: Int) -> Bool
}
