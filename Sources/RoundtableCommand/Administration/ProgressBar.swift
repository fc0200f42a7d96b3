import Foundation

/// Says in a terminal how far something is, once it has taken two seconds.
struct ProgressBar: Sendable {
    private static let patience = Duration.seconds(2)
    private static let width = 30

    private let title: String
    private let total: Int
    private let start = ContinuousClock.now
    private let isTerminal = isatty(STDERR_FILENO) == 1

    /// A bar for something that has so many steps.
    init(_ title: String, of total: Int) {
        self.title = title
        self.total = max(total, 1)
    }

    /// Shows how much is done.
    func show(_ done: Int) {
        guard isTerminal, start.duration(to: .now) > Self.patience else { return }
        let filled = Self.width * min(done, total) / total
        let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: Self.width - filled)
        write("\r\u{1B}[2K\(title) [\(bar)] \(done) of \(total)")
    }

    /// Takes the bar away.
    func clear() {
        if isTerminal { write("\r\u{1B}[2K") }
    }

    private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
