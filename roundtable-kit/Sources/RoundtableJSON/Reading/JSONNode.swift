/// Where a value of a document is, and what it is. A member's name is a node of its own, just before its value.
struct JSONNode {
    enum Kind: UInt8 { case null, `false`, `true`, number, string, escapedString, array, object }

    let kind: Kind
    private let start: UInt32
    private var end: UInt32
    private var following: UInt32
    private let container: UInt32
    private let place: UInt32

    init(kind: Kind, range: Range<Int>, next: Int, parent: Int, ordinal: Int) {
        self.kind = kind
        start = UInt32(truncatingIfNeeded: range.lowerBound)
        end = UInt32(truncatingIfNeeded: range.upperBound)
        following = UInt32(truncatingIfNeeded: next)
        container = UInt32(truncatingIfNeeded: parent)
        place = UInt32(truncatingIfNeeded: ordinal)
    }

    /// Says where an array or object ends, and which node follows it.
    mutating func close(end: Int, next: Int) {
        self.end = UInt32(truncatingIfNeeded: end)
        following = UInt32(truncatingIfNeeded: next)
    }

    /// Its text; that of a string without the quotes.
    var range: Range<Int> { Int(start)..<Int(end) }
    /// The node behind it and all that is in it.
    var next: Int { Int(following) }
    /// The array or object that it is in; itself for the outermost.
    var parent: Int { Int(container) }
    /// Its place in an array or object, from 0.
    var ordinal: Int { Int(place) }
}
