import Foundation

/// A line of a screen, and how it looks where there are looks; what it says is in its words.
struct ScreenLine: Hashable, Sendable {
    enum Look: Hashable, Sendable {
        case plain, title, faint, alarm
    }

    let text: String
    let look: Look

    init(_ text: String, _ look: Look = .plain) { (self.text, self.look) = (text, look) }
}

struct ScreenStyle: Sendable {
    let hasColour: Bool

    /// The style of the terminal that is printed to. Any value of `NO_COLOR` but an empty one means no: no-color.org.
    static var ofTerminal: ScreenStyle {
        ScreenStyle(hasColour: ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty)
    }

    /// A line with the parameters of “select graphic rendition” (ECMA-48, 8.3.117).
    func callAsFunction(_ line: ScreenLine) -> String {
        let parameters: String? =
            switch line.look {
            case .plain: nil
            case .title: "1"
            case .faint: "2"
            case .alarm: hasColour ? "1;31" : "1"
            }
        return parameters.map { "\u{1B}[\($0)m\(line.text)\u{1B}[0m" } ?? line.text
    }
}
