import Foundation
import UnixSignals

/// The whole of a terminal, drawn on again and again; what stood there before comes back at the end.
actor TerminalScreen {
    private let style: ScreenStyle
    private var view = WatchView()

    private init() { style = .ofTerminal }

    /// Has a screen for as long as a body runs, however that ends, and draws it anew when the terminal's size changes.
    static func whileShown(_ body: @escaping @Sendable (TerminalScreen) async throws -> Void) async throws {
        let screen = TerminalScreen()
        // The alternate screen of xterm, without a cursor.
        write("\u{1B}[?1049h\u{1B}[?25l")
        defer { write("\u{1B}[?25h\u{1B}[?1049l") }
        let resized = await UnixSignalsSequence(trapping: .sigwinch)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in resized { await screen.draw() }
            }
            defer { group.cancelAll() }
            try await body(screen)
        }
    }

    func show(_ sighting: InstanceSighting) {
        view.add(sighting)
        draw()
    }

    /// Draws what was found last, in place.
    private func draw() {
        let size = TerminalSize.ofOutput ?? .usual
        let lines = view.lines(size)
        // NB: what is erased behind a line that is as wide as the terminal would be the line's last character.
        let drawn = lines.map { "\u{1B}[2K" + style($0) }.joined(separator: "\r\n")
        Self.write("\u{1B}[H\(drawn)" + (lines.count < size.rows ? "\r\n\u{1B}[J" : ""))
    }

    private static func write(_ text: String) {
        print(text, terminator: "")
        fflush(nil)
    }
}
