public import RoundtableJSON

/// One text of a ``TextCatalog`` in one language, with its variants.
///
/// NB: Messages takes `$` and an identifier for somebody's name, so a `$` before a hexadecimal digit, a `(`, a place or
/// the end is written as `＄`.
public struct TextPattern: Hashable, Sendable {
    /// A pattern taken apart once, as it is filled again and again.
    @_spi(Roundtable) public struct Variant: Hashable, Sendable {
        /// A piece of a pattern.
        public enum Piece: Hashable, Sendable {
            /// The pattern's own words, neutralised.
            case text(NeutralisedText)
            /// A place to be filled, by its name.
            case place(String)
        }

        /// The pattern as it was written.
        public let text: String
        /// Its pieces, in order.
        public let pieces: [Piece]

        /// Takes a pattern apart in one pass; a brace that is not closed is text.
        init(_ text: String) {
            self.text = text
            var pieces: [Piece] = []
            var rest = text.utf8[...]
            func add(_ words: Substring.UTF8View) {
                if !words.isEmpty { pieces.append(.text(NeutralisedText(String(Substring(words))))) }
            }
            while let open = rest.firstIndex(of: UInt8(ascii: "{")),
                let close = rest[open...].firstIndex(of: UInt8(ascii: "}"))
            {
                add(rest[..<open])
                pieces.append(.place(String(text[rest.index(after: open)..<close])))
                rest = rest[rest.index(after: close)...]
            }
            add(rest)
            self.pieces = pieces
        }
    }

    /// The pattern in general.
    public var other: String { general.text }
    /// The pattern when the mover is the reader.
    public var you: String? { own?.text }
    /// The place whose number chooses among the plurals; nil in a pattern without any.
    public let count: String?
    /// The patterns for some categories of numbers; ``other`` stands for the rest.
    public var plurals: [PluralCategory: String] { counted.mapValues(\.text) }

    private let general: Variant
    private let own: Variant?
    private let counted: [PluralCategory: Variant]

    /// The pattern to fill for a reader and the numbers in its places, by the rules of the language it is written in.
    @_spi(Roundtable) public func variant(isReadersOwn: Bool, arguments: TextArguments, rules: PluralRules) -> Variant {
        if isReadersOwn, let own { return own }
        guard let count, case .number(let number) = arguments[count] else { return general }
        return counted[rules.category(of: number)] ?? general
    }
}

extension TextPattern: JSONReadable {
    private static let names: [JSONName] =
        ["other", "you", "count"] + PluralCategory.allCases.map { JSONName($0.rawValue) }

    /// Reads a string, or an object of variants.
    ///
    /// - Throws: also for a variant that there is not, which would never be shown.
    public init(_ json: JSONElement) throws(JSONError) {
        if json.kind == .string {
            (general, own, count, counted) = (Variant(try json.string()), nil, nil, [:])
            return
        }
        var variants = try [JSONName: String](json)
        let known = Set(variants.keys).isSubset(of: Self.names)
        own = variants.removeValue(forKey: "you").map { Variant($0) }
        count = variants.removeValue(forKey: "count")
        guard let other = variants.removeValue(forKey: "other") else {
            throw json.error(expected: "a pattern, which has an `other`")
        }
        general = Variant(other)
        counted = variants.reduce(into: [:]) { counted, variant in
            if let category = PluralCategory(rawValue: variant.key.text) { counted[category] = Variant(variant.value) }
        }
        guard known, (count == nil) == counted.isEmpty, count == nil || own == nil else {
            throw json.error(expected: "a pattern, whose variants are `you`, or a `count` and its plurals")
        }
    }
}
