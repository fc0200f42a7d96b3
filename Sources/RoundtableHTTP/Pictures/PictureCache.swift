internal import NIOCore

/// Finished pictures by key, bounded in bytes; when it is full, those that nobody asked for longest go first.
struct PictureCache: Sendable {
    private struct Entry {
        var png: ByteBuffer
        var lastUse: UInt64
    }

    private let capacity: Int
    private var entries: [String: Entry] = [:]
    private var uses: UInt64 = 0
    private(set) var size = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// The picture of that key, if it is still there; counts as a use.
    mutating func png(for key: String) -> ByteBuffer? {
        guard let png = entries[key]?.png else { return nil }
        uses += 1
        entries[key]?.lastUse = uses
        return png
    }

    /// Keeps a picture; one that is larger than the whole cache is not kept.
    mutating func insert(_ png: ByteBuffer, for key: String) {
        guard png.readableBytes <= capacity else { return }
        remove(key)
        uses += 1
        entries[key] = Entry(png: png, lastUse: uses)
        size += png.readableBytes
        // A scan over a few thousand entries is nothing beside the drawing that went before it.
        while size > capacity, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            remove(oldest.key)
        }
    }

    private mutating func remove(_ key: String) {
        guard let entry = entries.removeValue(forKey: key) else { return }
        size -= entry.png.readableBytes
    }
}
