/// The looks of a drawing's parts in a terminal: the colours of Messages, as far as sixteen colours go.
struct TerminalStyle: Sendable {
    enum Part {
        case title, number, remark, phone, sender, ownBubble, othersBubble, liveBubble, summary, app, finding
    }

    /// Whether escape sequences are written; without them the text stays plain.
    let hasColour: Bool

    func callAsFunction(_ part: Part, _ text: String) -> String {
        hasColour ? "\u{1B}[\(attributes(of: part))m\(text)\u{1B}[0m" : text
    }

    /// Parameters of “select graphic rendition” (ECMA-48, 8.3.117).
    private func attributes(of part: Part) -> String {
        switch part {
        case .title, .phone: "1"
        case .number: "1;7"
        case .remark, .sender, .summary: "2"
        case .ownBubble: "94"
        case .othersBubble: "0"
        case .liveBubble: "96"
        case .app: "7"
        case .finding: "1;32"
        }
    }
}
