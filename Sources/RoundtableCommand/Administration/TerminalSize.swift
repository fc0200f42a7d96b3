import Foundation

/// The size of a terminal, in characters.
struct TerminalSize: Hashable, Sendable {
    let columns: Int
    let rows: Int

    /// The size that terminals have had ever since, for what is printed elsewhere.
    static let usual = TerminalSize(columns: 80, rows: 24)

    /// The size of the terminal that is printed to now; nil if it isn't one.
    static var ofOutput: TerminalSize? {
        guard isatty(STDOUT_FILENO) == 1 else { return nil }
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return .usual
        }
        return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }
}
