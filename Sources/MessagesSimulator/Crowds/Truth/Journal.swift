/// The last events in a crowd, for people to read.
struct Journal: Sendable {
    private static let steps = 20
    private var lines: [(step: Int, text: String)] = []
    private(set) var step = 0

    /// Begins a step; what is long ago is forgotten.
    mutating func begin(step: Int) {
        self.step = step
        lines.removeAll { $0.step <= step - Self.steps }
    }

    mutating func note(_ text: String) { lines.append((step, text)) }

    /// The last steps, a line for each thing.
    var transcript: [String] { lines.map { "\($0.step): \($0.text)" } }
}
