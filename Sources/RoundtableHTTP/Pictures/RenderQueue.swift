internal import NIOCore

/// Who waits for which picture, as a pure state machine: the renderer runs the actions that it returns.
///
/// A key is in one of three states: unknown, being drawn (with everybody who waits for it), or cached. It becomes
/// unknown again when its drawing fails or when the cache drops it.
struct RenderQueue<Waiter: Sendable>: Sendable {
    enum Request {
        /// The picture was there.
        case answer(ByteBuffer)
        /// The waiter is the first for this key: draw it.
        case draw
        /// Somebody else's drawing of the same key will serve the waiter as well.
        case wait
        /// Too much is waiting already; the waiter was not kept.
        case refuse
    }

    private let limit: Int
    private var cache: PictureCache
    private var waiters: [String: [Waiter]] = [:]

    /// - Parameter limit: how many keys may be drawn or wait to be drawn at once.
    init(limit: Int, cacheCapacity: Int) {
        self.limit = limit
        self.cache = PictureCache(capacity: cacheCapacity)
    }

    /// The picture of a key, if it was drawn lately.
    mutating func cached(_ key: String) -> ByteBuffer? { cache.png(for: key) }

    mutating func requested(_ key: String, by waiter: Waiter) -> Request {
        if let png = cache.png(for: key) { return .answer(png) }
        if waiters[key]?.append(waiter) != nil { return .wait }
        guard waiters.count < limit else { return .refuse }
        waiters[key] = [waiter]
        return .draw
    }

    /// Returns those who wait for the picture, each to be answered once.
    mutating func drawn(_ key: String, _ result: Result<ByteBuffer, PictureError>) -> [Waiter] {
        if case .success(let png) = result { cache.insert(png, for: key) }
        return waiters.removeValue(forKey: key) ?? []
    }
}
