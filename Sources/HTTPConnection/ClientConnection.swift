package import NIOCore

/// The connection of a request, as its responder sees it.
package struct ClientConnection: Sendable {
    private let channel: any Channel
    private let presence: NIOLoopBound<ClientPresence>

    init(_ channel: any Channel, _ presence: ClientPresence) {
        self.channel = channel
        self.presence = NIOLoopBound(presence, eventLoop: channel.eventLoop)
    }

    /// The other end.
    package var peer: SocketAddress? { channel.remoteAddress }

    /// Has something done if the client goes while a request waits for something to happen.
    ///
    /// - Returns: to be called when the request does not wait any more.
    package func hold(whenGone: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        let id = channel.eventLoop.submit { [presence] in presence.value.hold(whenGone) }
        return { [presence] in id.whenSuccess { presence.value.release($0) } }
    }
}

/// Whether the client of a connection is still there; confined to its event loop.
final class ClientPresence {
    private var isGone = false
    private var nextID = 0
    private var holders: [Int: @Sendable () -> Void] = [:]

    /// - Parameter whenGone: called when the client goes, at once if it has.
    /// - Returns: what ``release(_:)`` takes.
    func hold(_ whenGone: @escaping @Sendable () -> Void) -> Int {
        nextID += 1
        if isGone { whenGone() } else { holders[nextID] = whenGone }
        return nextID
    }

    func release(_ id: Int) { holders[id] = nil }

    /// The client has ended the connection, or said that it sends nothing any more, as whoever closes a connection does
    /// first.
    func end() {
        isGone = true
        let leaving = holders.values
        holders = [:]
        for whenGone in leaving { whenGone() }
    }
}
