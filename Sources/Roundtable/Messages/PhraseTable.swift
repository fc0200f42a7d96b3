import Foundation

/// The phrases of a language by their keys. A message looks up dozens of them; keys come from games, not from
/// strangers, so a few operations on a key's end are hash enough.
struct PhraseTable: Sendable {
    private typealias Entry = (key: [UInt8], phrase: Composer.Phrase)

    /// At least twice as many places as phrases, a power of two. An entry stands in its key's place, or in the next
    /// free one.
    private var places: [Entry?]
    /// The number of bits of a hash that are no part of a place.
    private let shift: Int

    init(_ phrases: [String: Composer.Phrase]) {
        var size = 8
        while size < 2 * phrases.count { size *= 2 }
        places = Array(repeating: nil, count: size)
        shift = UInt64.bitWidth - size.trailingZeroBitCount
        for (key, phrase) in phrases {
            let bytes = Array(key.utf8)
            var place = bytes.withUnsafeBufferPointer { self.place(of: $0) }
            while places[place] != nil { place = (place + 1) & (size - 1) }
            places[place] = (bytes, phrase)
        }
    }

    var all: [String: Composer.Phrase] {
        Dictionary(
            places.compactMap(\.self).map { (String(decoding: $0.key, as: UTF8.self), $0.phrase) },
            uniquingKeysWith: { first, _ in first })
    }

    subscript(key: String) -> Composer.Phrase? {
        key.utf8.withContiguousStorageIfAvailable { phrase(of: $0) }
            ?? Array(key.utf8).withUnsafeBufferPointer { phrase(of: $0) }
    }

    private func phrase(of key: UnsafeBufferPointer<UInt8>) -> Composer.Phrase? {
        var place = place(of: key)
        while let entry = places[place] {
            if entry.key.count == key.count, entry.key.withUnsafeBytes({ $0.hasSameBytes(as: key) }) {
                return entry.phrase
            }
            place = (place + 1) & (places.count - 1)
        }
        return nil
    }

    /// The place of a key, by its length and its last eight bytes.
    private func place(of key: UnsafeBufferPointer<UInt8>) -> Int {
        let end =
            key.count < 8
            ? key.reduce(0) { $0 << 8 | UInt64($1) }
            : UnsafeRawBufferPointer(key).loadUnaligned(fromByteOffset: key.count - 8, as: UInt64.self)
        let hash = (end ^ UInt64(truncatingIfNeeded: key.count)) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: hash >> UInt64(shift))
    }
}

extension UnsafeRawBufferPointer {
    /// Whether both, which are equally long, have the same bytes.
    fileprivate func hasSameBytes(as other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let ours = baseAddress, let theirs = other.baseAddress else { return true }
        return memcmp(ours, theirs, count) == 0
    }
}
