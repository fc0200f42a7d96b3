extension Transcript {
    /// The transcript as text, one line for each entry: `– summary`, `[sender] captions`, or `[sender, live] content`.
    package var lines: [String] {
        entries.map { entry in
            switch entry {
            case .summary(let bubble):
                "– \(bubble.texts.summary.printed(with: names))"
            case .bubble(let bubble):
                line(of: bubble)
            }
        }
    }

    private func line(of bubble: Bubble) -> String {
        let sender = name(ofSender: bubble)
        if let content = liveContent(of: bubble) {
            return "[\(sender), live] \(LiveDrawing.caption(of: content).joined(separator: " · "))"
        }
        return "[\(sender)] \(captions(of: bubble).joined().joined(separator: " · "))"
    }

    /// Who sent a bubble, as the owner would say.
    package func name(ofSender bubble: Bubble) -> String {
        bubble.sender == owner ? "You" : names[bubble.sender]
    }

    /// All texts of a bubble as the owner reads or hears them.
    package func texts(of bubble: Bubble) -> [String] {
        bubble.texts.all.map { $0.printed(with: names) }
    }

    /// The titles of a bubble's picture as the owner reads them.
    package func titles(of bubble: Bubble) -> [String] {
        bubble.texts.titles.map { $0.printed(with: names) }
    }

    /// The captions of a bubble as the owner reads them, line by line.
    package func captions(of bubble: Bubble) -> [[String]] {
        bubble.texts.captions.map { line in line.map { $0.printed(with: names) } }
    }
}
