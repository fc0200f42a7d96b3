/// A promise of the service that did not hold in a crowd, with what it takes to see that again.
package struct Violation: Error, CustomStringConvertible {
    package let seed: UInt64
    /// The number of the step after which it was found.
    package let step: Int
    package let finding: String
    /// Who was there, and the last steps, a line for each thing that happened.
    package let transcript: [String]

    package var description: String {
        (["Seed \(seed), step \(step): \(finding)"] + transcript.map { "    \($0)" }).joined(separator: "\n")
    }
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
