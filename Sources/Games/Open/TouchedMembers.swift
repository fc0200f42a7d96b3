import GameRules

/// The members of the app's state that a move touches, as JSON pointers (RFC 6901), sorted; `""` is the whole state.
///
/// A move that touches more than ``most`` members, or one whose pointer is longer than ``longest``, counts as one that
/// touches everything. So what a move touches is small, and is found in a time that does not grow with its names.
struct TouchedMembers: Hashable, Sendable {
    /// The pointers, compared by their bytes.
    let pointers: [JSONName]

    /// The most members of a move that are told apart.
    static let most = 64
    /// The most bytes of a pointer.
    static let longest = 256

    static let nothing = TouchedMembers(pointers: [])
    static let everything = TouchedMembers(pointers: [""])

    init(pointers: [JSONName]) { self.pointers = pointers }

    init(patch: JSONValue) {
        var collector = Collector()
        self = collector.collect(patch) ? TouchedMembers(pointers: collector.pointers.sorted()) : .everything
    }

    /// The bytes of all pointers.
    var size: Int { pointers.reduce(0) { $0 + $1.text.utf8.count } }

    /// Whether a member here is one of other moves' members, or a part of one, or the other way round.
    func overlap(_ others: some Sequence<TouchedMembers>) -> Bool {
        let (own, theirs) = (Set(pointers), Set(others.flatMap(\.pointers)))
        return own.contains { $0.enclosing.contains(where: theirs.contains) }
            || theirs.contains { $0.enclosing.contains(where: own.contains) }
    }

    /// Walks through a patch with one pointer that grows and shrinks, and stops as soon as a bound is exceeded.
    private struct Collector {
        var pointers: [JSONName] = []
        private var pointer: [UInt8] = []

        /// Whether all members within the bounds were collected.
        mutating func collect(_ patch: JSONValue) -> Bool {
            guard case .object(let changes) = patch, !changes.isEmpty else {
                pointers.append(JSONName(String(decoding: pointer, as: UTF8.self)))
                return pointers.count <= TouchedMembers.most
            }
            let length = pointer.count
            for (name, change) in changes {
                guard append(name), collect(change) else { return false }
                pointer.removeLast(pointer.count - length)
            }
            return true
        }

        /// Whether there was room for a name. A `~` is written `~0`, and a `/` is written `~1`.
        private mutating func append(_ name: JSONName) -> Bool {
            guard name.text.utf8.count < TouchedMembers.longest - pointer.count else { return false }
            pointer.append(UInt8(ascii: "/"))
            for byte in name.text.utf8 {
                switch byte {
                case UInt8(ascii: "~"): pointer += [byte, UInt8(ascii: "0")]
                case UInt8(ascii: "/"): pointer += [UInt8(ascii: "~"), UInt8(ascii: "1")]
                default: pointer.append(byte)
                }
            }
            return pointer.count <= TouchedMembers.longest
        }
    }
}

extension JSONName {
    /// A pointer, and those of all that it lies in: `/a/b`, `/a` and the whole state.
    fileprivate var enclosing: [JSONName] {
        let utf8 = text.utf8
        return utf8.indices.compactMap { utf8[$0] == UInt8(ascii: "/") ? JSONName(String(text[..<$0])) : nil } + [self]
    }
}
