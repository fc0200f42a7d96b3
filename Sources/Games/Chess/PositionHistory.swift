/// The positions since the last move that can't be taken back, by their hashes, the present one last.
///
/// No earlier position can come again after a capture, a move of a pawn or the loss of a right to castle. Written as 16
/// hexadecimal digits for each position.
struct PositionHistory: Hashable, Sendable {
    private var hashes: [UInt64]

    /// The history of a position that nothing is known about.
    init(_ position: ChessPosition) { hashes = [position.zobristHash] }

    /// Goes on to a position that a move has led to from another.
    mutating func add(_ position: ChessPosition, after before: ChessPosition) {
        let isNew = position.halfmoveClock == 0 || position.castlingRooks != before.castlingRooks
        if isNew { hashes.removeAll(keepingCapacity: true) }
        hashes.append(position.zobristHash)
    }

    /// The number of times that the present position has occurred, with this time.
    var occurrences: Int { hashes.count { $0 == hashes.last } }

    init?(digits: String) {
        let bytes = Array(digits.utf8)
        guard !bytes.isEmpty, bytes.count.isMultiple(of: Self.width) else { return nil }
        hashes = []
        hashes.reserveCapacity(bytes.count / Self.width)
        for start in stride(from: 0, to: bytes.count, by: Self.width) {
            var hash: UInt64 = 0
            for byte in bytes[start..<start + Self.width] {
                guard let digit = Self.value(of: byte) else { return nil }
                hash = hash << 4 | digit
            }
            hashes.append(hash)
        }
    }

    var digits: String {
        String(unsafeUninitializedCapacity: hashes.count * Self.width) { text in
            for (index, hash) in hashes.enumerated() {
                for place in 0..<Self.width {
                    let digit = UInt8(truncatingIfNeeded: hash >> UInt64(60 - 4 * place)) & 0xF
                    text[index * Self.width + place] =
                        digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
                }
            }
            return hashes.count * Self.width
        }
    }

    private static let width = 16

    private static func value(of digit: UInt8) -> UInt64? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(digit - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(digit - UInt8(ascii: "a") + 10)
        default: nil
        }
    }
}
