/// A promise of the service that did not hold in a crowd, with what it takes to see that again.
package struct Violation: Error, CustomStringConvertible {
    /// The finding with its seed and step; who was there, and the last steps, a line for each thing that happened.
    package let description: String
}

/// An error that the oracle found; a ``Violation`` adds the steps that lead to it.
struct OracleFinding: Error, CustomStringConvertible {
    let description: String
    /// The device that was shown something wrong.
    let notebook: Notebook.ID?

    init(_ description: String, shownTo notebook: Notebook.ID? = nil) {
        self.description = description
        self.notebook = notebook
    }
}

/// The last events in a crowd, for people to read.
struct Journal: Sendable {
    private static let steps = 20
    private var lines: [(step: Int, text: String)] = []
    private var step = 0

    /// Begins a step; what is long ago is forgotten.
    mutating func begin(step: Int) {
        self.step = step
        lines.removeAll { $0.step <= step - Self.steps }
    }

    mutating func note(_ text: String) { lines.append((step, text)) }

    var transcript: [String] { lines.map { "\($0.step): \($0.text)" } }
}
