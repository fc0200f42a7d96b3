@_spi(Roundtable) import RoundtableJSON

/// The arguments in the places of a text, by their names.
///
/// A dictionary by its use; a text has so few places that looking at each of them is faster than hashing a name.
public struct TextArguments: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// A place that is filled.
    public struct Place: Hashable, Sendable {
        /// Its name.
        public let name: String
        /// Its argument.
        public fileprivate(set) var argument: TextArgument
    }

    /// The places that are filled, in the order of their names' bytes.
    public private(set) var places: [Place] = []

    /// Arguments by the names of their places; of two for one place the last one counts.
    public init(dictionaryLiteral elements: (String, TextArgument)...) {
        self.init(elements)
    }

    /// Arguments by the names of their places; of two for one place the last one counts.
    public init(_ arguments: [(String, TextArgument)]) {
        places = arguments.map { Place(name: $0, argument: $1) }
        putInOrder()
    }

    /// Adds an argument behind all others; once all are there, ``putInOrder()`` must follow.
    mutating func append(_ name: String, _ argument: TextArgument) {
        places.append(Place(name: name, argument: argument))
    }

    /// Puts the places in order, where the last argument of one place counts. Most come in their order, and are looked
    /// at once; sorting is stable.
    mutating func putInOrder() {
        var end = 1
        while end < places.count, Self.isOrdered(places[end - 1].name, places[end].name) { end += 1 }
        guard end < places.count else { return }
        let sorted = places.sorted { $0.name.comparesBytes(with: $1.name) < 0 }
        places.removeAll(keepingCapacity: true)
        for place in sorted {
            if places.last?.name.hasSameBytes(as: place.name) == true { places.removeLast() }
            places.append(place)
        }
    }

    /// Whether a name comes before another one, by their bytes. NB: most differ in the first.
    private static func isOrdered(_ name: String, _ next: String) -> Bool {
        guard let first = name.utf8.first, let second = next.utf8.first, first != second else {
            return name.comparesBytes(with: next) < 0
        }
        return first < second
    }

    /// Arguments by the names of their places.
    public init(_ arguments: [String: TextArgument]) {
        places = arguments.map { Place(name: $0, argument: $1) }
            .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    /// The argument in a place; nil without one.
    public subscript(name: String) -> TextArgument? {
        get {
            for place in places.indices where places[place].name.hasSameBytes(as: name) {
                return places[place].argument
            }
            return nil
        }
        set {
            let index = places.firstIndex { !$0.name.utf8.lexicographicallyPrecedes(name.utf8) } ?? places.endIndex
            let isThere = index < places.endIndex && places[index].name.hasSameBytes(as: name)
            switch newValue {
            case let argument? where isThere: places[index].argument = argument
            case let argument?: places.insert(Place(name: name, argument: argument), at: index)
            case nil: if isThere { places.remove(at: index) }
            }
        }
    }

    /// Whether no place is filled.
    public var isEmpty: Bool { places.isEmpty }

    /// The names of the places that are filled, sorted.
    public var names: [String] { places.map(\.name) }
}
