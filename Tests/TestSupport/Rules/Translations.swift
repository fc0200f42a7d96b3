package import GameRules

extension TextCatalog {
    /// What is wrong with a language's file, measured by the English one: each flaw with its key.
    ///
    /// English may say "You" wherever the past tense is the same for everybody: "Amber took", "You took". In other
    /// languages verbs follow the person, so there each sentence about the mover has a `you`.
    package func flaws(in language: String) -> [String] {
        let (expected, present) = (Set(keys(in: "en")), Set(keys(in: language)))
        return expected.subtracting(present).map { "\($0) is missing" }
            + present.subtracting(expected).map { "\($0) is not said in English" }
            + expected.intersection(present).sorted().flatMap { key -> [String] in
                guard let pattern = pattern(key, in: language), let source = self.pattern(key, in: "en") else {
                    return []
                }
                return pattern.flaws(in: language, from: source).map { "\(key): \($0)" }
            }
    }
}

extension TextPattern {
    fileprivate func flaws(in language: String, from source: TextPattern) -> [String] {
        var flaws: [String] = []
        let isEmpty = variants.contains { $0.allSatisfy(\.isWhitespace) }
        if isEmpty { flaws.append("is empty") }
        if other.places != source.other.places { flaws.append("has other places than the English one") }
        if let you, you.places != other.places.subtracting(["mover"]) { flaws.append("`you` has other places") }
        if you == nil, source.you != nil || (language != "en" && other.places.contains("mover")) {
            flaws.append("lacks `you`")
        }
        return flaws + pluralFlaws(in: language, from: source)
    }

    private func pluralFlaws(in language: String, from source: TextPattern) -> [String] {
        guard let count else { return source.count == nil ? [] : ["counts nothing"] }
        var flaws: [String] = []
        if source.count.map({ $0 != count }) ?? !other.places.contains(count) { flaws.append("counts something else") }
        if Set(plurals.keys).union([.other]) != PluralRules(of: language).categories {
            flaws.append("has not the categories of the language")
        }
        for (category, pattern) in plurals {
            let mayOmit = [.zero, .one, .two].contains(category)
            let places = mayOmit ? pattern.places.union([count]) : pattern.places
            if places != other.places { flaws.append("`\(category)` has other places") }
        }
        return flaws
    }

    private var variants: [String] { [other] + [you].compactMap(\.self) + plurals.values }
}

extension String {
    /// The names in braces.
    fileprivate var places: Set<String> { Set(matches(of: /\{([^{}]*)\}/).map { String($0.output.1) }) }
}
