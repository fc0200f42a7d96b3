import Foundation
import ProgramOutput
import UnixSignals

/// The whole of a terminal, drawn on again and again; what stood there before comes back at the end.
actor TerminalScreen {
    /// Any value of `NO_COLOR` but an empty one means no: no-color.org.
    private let hasColour = ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty
    private var view = WatchView()

    /// Has a screen for as long as a body runs, however that ends, and draws it anew when the terminal's size changes.
    static func whileShown(_ body: @escaping @Sendable (TerminalScreen) async throws -> Void) async throws {
        let screen = TerminalScreen()
        // The alternate screen of xterm, without a cursor.
        try write("\u{1B}[?1049h\u{1B}[?25l")
        defer { try? write("\u{1B}[?25h\u{1B}[?1049l") }
        let resized = await UnixSignalsSequence(trapping: .sigwinch)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in resized { try await screen.draw() }
            }
            defer { group.cancelAll() }
            try await body(screen)
        }
    }

    func show(_ sighting: InstanceSighting) throws {
        view.add(sighting)
        try draw()
    }

    /// Draws what was found last, in place.
    private func draw() throws {
        let size = TerminalSize.ofOutput ?? .usual
        let lines = view.lines(size)
        // NB: what is erased behind a line that is as wide as the terminal would be the line's last character.
        let drawn = lines.map { "\u{1B}[2K" + $0.drawn(hasColour: hasColour) }.joined(separator: "\r\n")
        try Self.write("\u{1B}[H\(drawn)" + (lines.count < size.rows ? "\r\n\u{1B}[J" : ""))
    }

    private static func write(_ text: String) throws { try Output.draw(text) }
}

/// A line of a screen, and how it looks where there are looks; what it says is in its words.
struct ScreenLine: Hashable, Sendable {
    enum Look: Hashable, Sendable {
        case plain, title, faint, alarm
    }

    let text: String
    let look: Look

    init(_ text: String, _ look: Look = .plain) { (self.text, self.look) = (text, look) }

    /// The line with the parameters of “select graphic rendition” (ECMA-48, 8.3.117).
    func drawn(hasColour: Bool) -> String {
        let parameters: String? =
            switch look {
            case .plain: nil
            case .title: "1"
            case .faint: "2"
            case .alarm: hasColour ? "1;31" : "1"
            }
        return parameters.map { "\u{1B}[\($0)m\(text)\u{1B}[0m" } ?? text
    }
}

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
