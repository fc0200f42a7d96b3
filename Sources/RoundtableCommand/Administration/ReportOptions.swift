import ArgumentParser

/// The form in which a command says what it has done.
struct ReportOptions: ParsableArguments {
    @Flag(help: "Print JSON, one object.")
    var json = false

    func show(_ words: String, _ facts: [String: ReportFact]) throws {
        print(json ? try facts.jsonLine : words)
    }
}

/// A fact about what was done.
enum ReportFact: Encodable, Sendable {
    case text(String), number(Int)

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .text(let text): try value.encode(text)
        case .number(let number): try value.encode(number)
        }
    }
}
