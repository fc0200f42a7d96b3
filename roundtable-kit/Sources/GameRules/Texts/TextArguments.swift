@_spi(Roundtable) import RoundtableJSON

/// The arguments in the places of a text, by their names.
///
/// A dictionary by its use; a text has so few places that looking at each of them is faster than hashing a name.
public struct TextArguments: Sendable, ExpressibleByDictionaryLiteral {
    /// The names of the places that are filled, in the order of their bytes, and the arguments. NB: a literal's own
    /// array, for texts are made by the dozen.
    @_spi(Roundtable) public private(set) var places: [(String, TextArgument)] = []

    /// Arguments by the names of their places; of two for one place the last one counts.
    public init(dictionaryLiteral elements: (String, TextArgument)...) { self.init(elements) }

    /// Arguments by the names of their places; of two for one place the last one counts.
    public init(_ arguments: [(String, TextArgument)]) {
        places = arguments
        // NB: most come in their order, and are looked at once; sorting is stable.
        var end = 1
        while end < places.count, Self.isOrdered(places[end - 1].0, places[end].0) { end += 1 }
        guard end < places.count else { return }
        let sorted = places.sorted { $0.0.comparesBytes(with: $1.0) < 0 }
        places.removeAll(keepingCapacity: true)
        for place in sorted {
            if places.last?.0.hasSameBytes(as: place.0) == true { places.removeLast() }
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
    public init(_ arguments: [String: TextArgument]) { self.init(arguments.map { ($0, $1) }) }

    /// The argument in a place; nil without one.
    public subscript(name: String) -> TextArgument? {
        get {
            for place in places.indices where places[place].0.hasSameBytes(as: name) { return places[place].1 }
            return nil
        }
        set {
            let index = places.firstIndex { !$0.0.utf8.lexicographicallyPrecedes(name.utf8) } ?? places.endIndex
            let isThere = index < places.endIndex && places[index].0.hasSameBytes(as: name)
            switch newValue {
            case let argument? where isThere: places[index].1 = argument
            case let argument?: places.insert((name, argument), at: index)
            case nil: if isThere { places.remove(at: index) }
            }
        }
    }

    /// Whether no place is filled.
    public var isEmpty: Bool { places.isEmpty }

    /// The names of the places that are filled, sorted.
    public var names: [String] { places.map(\.0) }
}

extension TextArguments: Hashable {
    /// Whether both fill the same places with the same arguments.
    public static func == (arguments: TextArguments, others: TextArguments) -> Bool {
        arguments.places.elementsEqual(others.places, by: ==)
    }

    /// Hashes the places with their arguments.
    public func hash(into hasher: inout Hasher) {
        for (name, argument) in places {
            hasher.combine(name)
            hasher.combine(argument)
        }
    }
}
