package import NIOCore

/// Time limits of a connection, and the longest body of its requests.
package struct ConnectionLimits: Sendable {
    /// For the next request to begin. Longer than nginx keeps a connection (60 seconds), so that it never sends on one
    /// that ends.
    package var idle = TimeAmount.seconds(75)
    /// For a request's head, from its first byte on.
    package var head = TimeAmount.seconds(15)
    /// For a request's body, from the end of its head on.
    package var body = TimeAmount.seconds(30)
    /// For a client to take what it is sent, once that is more than may wait.
    package var reading = TimeAmount.seconds(60)
    /// For a client to end its half when ours has ended.
    package var farewell = TimeAmount.seconds(5)
    /// The longest body, in bytes.
    package var bodyLength: Int

    /// Time enough for a slow network.
    package init(bodyLength: Int) { self.bodyLength = bodyLength }
}
