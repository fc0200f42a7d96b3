import Foundation

/// A line that says how far something is, in a terminal only.
struct ProgressLine: Sendable {
    let title: String
    let total: Int
    private let isTerminal = isatty(STDERR_FILENO) == 1

    init(title: String, total: Int) {
        self.title = title
        self.total = total
    }

    /// Shows how much is done.
    func show(_ done: Int) {
        if isTerminal { write("\r\u{1B}[2K\(title): \(done) of \(total) steps") }
    }

    /// Takes the line away.
    func clear() {
        if isTerminal { write("\r\u{1B}[2K") }
    }

    private func write(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }
}
