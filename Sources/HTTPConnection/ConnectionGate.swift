package import NIOCore

/// Bounds what connections take up, all together and by where they come from.
package protocol ConnectionGate: Sendable {
    /// A place for a connection that has just been opened; nil if there is none, so that it is closed without a word.
    ///
    /// - Parameter close: closes the connection, if others need its place more.
    func enter(
        from peer: SocketAddress?, closing close: @escaping @Sendable () -> Void
    ) -> (any ConnectionPlace)?
}

/// The place of one connection; free again when nobody has it any more.
package protocol ConnectionPlace: AnyObject, Sendable {
    /// Changes the number of bytes that are kept for the connection: of requests that have not come as a whole or wait
    /// for their turn, and of answers that the client does not take.
    ///
    /// - Returns: false, and nothing is changed, if there is no room for so many.
    func keep(bytes: Int) -> Bool
}
