import ArgumentParser

/// The form in which a command says what it has done.
struct ReportOptions: ParsableArguments {
    @Flag(help: "Print JSON, one object.")
    var json = false

    func show(_ words: String, _ facts: Facts) throws {
        print(json ? try facts.jsonLine : words)
    }
}
