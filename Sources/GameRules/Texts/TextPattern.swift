/// One text of a ``TextCatalog`` in one language, with its variants.
public struct TextPattern: Hashable, Sendable {
    /// The pattern in general.
    public let other: String
    /// The pattern when the mover is the reader.
    public let you: String?
    /// The place whose number chooses among the plurals; nil in a pattern without any.
    public let count: String?
    /// The patterns for some categories of numbers; ``other`` stands for the rest.
    public let plurals: [PluralCategory: String]

    /// The pattern to fill for a reader and the numbers in its places, by the rules of the language it is written in.
    public func variant(
        isReadersOwn: Bool, arguments: [String: TextArgument], rules: PluralRules
    ) -> String {
        if isReadersOwn, let you { return you }
        guard let count, case .number(let number) = arguments[count] else { return other }
        return plurals[rules.category(of: number)] ?? other
    }
}

extension TextPattern: Decodable {
    private static let names = ["other", "you", "count"] + PluralCategory.allCases.map(\.rawValue)

    /// Reads a string, or an object of variants.
    ///
    /// - Throws: `DecodingError`, also for a variant that there is not, which would never be shown.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let pattern = try? value.decode(String.self) {
            (other, you, count, plurals) = (pattern, nil, nil, [:])
            return
        }
        var variants = try value.decode([String: String].self)
        let known = Set(variants.keys).isSubset(of: Self.names)
        you = variants.removeValue(forKey: "you")
        count = variants.removeValue(forKey: "count")
        guard let other = variants.removeValue(forKey: "other") else {
            throw DecodingError.dataCorruptedError(in: value, debugDescription: "A pattern without `other`")
        }
        self.other = other
        plurals = variants.reduce(into: [:]) { plurals, variant in
            if let category = PluralCategory(rawValue: variant.key) { plurals[category] = variant.value }
        }
        guard known, (count == nil) == plurals.isEmpty, count == nil || you == nil else {
            throw DecodingError.dataCorruptedError(
                in: value, debugDescription: "Variants are `you`, or a `count` and its plurals")
        }
    }
}
