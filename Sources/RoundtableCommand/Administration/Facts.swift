/// The members of the JSON object that a command prints for programs, without those whose value is nil.
struct Facts: Encodable, ExpressibleByDictionaryLiteral {
    private struct Fact: Encodable {
        let value: any Encodable

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }

    private let members: [String: Fact]

    init(dictionaryLiteral elements: (String, (any Encodable)?)...) {
        members = Dictionary(
            uniqueKeysWithValues: elements.compactMap { name, fact in fact.map { (name, Fact(value: $0)) } })
    }

    func encode(to encoder: any Encoder) throws { try members.encode(to: encoder) }
}

/// A list: rows of facts for programs, in columns for people.
struct FactTable: Encodable {
    typealias Row = (facts: Facts, cells: [String])

    let titles: [String]
    let rows: [Row]

    /// The list as it is printed: a line of JSON for each row, or aligned columns under their titles.
    func lines(json: Bool) throws -> [String] {
        try json ? rows.map { try $0.facts.jsonLine } : TextTable(titles: titles, rows: rows.map(\.cells)).lines
    }

    func encode(to encoder: any Encoder) throws { try rows.map(\.facts).encode(to: encoder) }
}
