extension MessageTexts {
    /// Refuses texts of more than ``RulesLimits/textBytes``.
    package func checkSize(of game: GameName) throws(RulesFailure) {
        let bytes = size
        guard bytes <= RulesLimits.textBytes else {
            throw RulesFailure(of: game, "a message's texts of \(bytes) bytes are too large")
        }
    }

    private var size: Int {
        caption.size + (subcaption?.size ?? 0) + (trailingCaption?.size ?? 0) + (trailingSubcaption?.size ?? 0)
            + (imageTitle?.size ?? 0) + (imageSubtitle?.size ?? 0) + (summary?.size ?? 0)
            + (accessibilityLabel?.size ?? 0)
    }
}

extension Text {
    fileprivate var size: Int {
        arguments.places.reduce(key.utf8.count) { $0 + $1.name.utf8.count + $1.argument.size }
    }
}

extension TextArgument {
    fileprivate var size: Int {
        switch self {
        case .mover, .seat, .number: 8
        case .text(let text): text.size
        case .list(let texts, let key): texts.reduce(key.utf8.count) { $0 + $1.size }
        case .words(let words): words.utf8.count
        case .template(let template): template.sentences.reduce(0) { $0 + $1.key.text.utf8.count + $1.value.utf8.count }
        }
    }
}
