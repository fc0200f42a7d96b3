extension MessageTexts {
    /// Refuses texts of more than ``RulesLimits/textBytes``.
    public func checkSize(of game: GameName) throws(RulesFailure) {
        let bytes = size(ofEach: 0)
        guard bytes <= RulesLimits.textBytes else {
            throw RulesFailure(of: game, "a message's texts of \(bytes) bytes are too large")
        }
    }

    /// The memory that the texts take, in bytes, rather too much than too little.
    public var memory: Int { size(ofEach: GameText.memoryOfPiece) }

    /// The bytes of all that is said, and so many more for each text and argument.
    private func size(ofEach piece: Int) -> Int {
        [subcaption, trailingCaption, trailingSubcaption, imageTitle, imageSubtitle, summary, accessibilityLabel]
            .reduce(caption.size(ofEach: piece)) { $0 + ($1?.size(ofEach: piece) ?? 0) }
    }
}

extension GameText {
    /// The memory that the text takes, in bytes, rather too much than too little.
    public var memory: Int { size(ofEach: Self.memoryOfPiece) }

    /// The memory of a text or an argument besides what it says: its part of an array, and blocks of the heap.
    fileprivate static let memoryOfPiece = 160

    fileprivate func size(ofEach piece: Int) -> Int {
        arguments.places.reduce(piece + key.utf8.count) {
            $0 + piece + $1.name.utf8.count + $1.argument.size(ofEach: piece)
        }
    }
}

extension TextArgument {
    fileprivate func size(ofEach piece: Int) -> Int {
        switch self {
        case .mover, .seat, .number: 8
        case .text(let text): text.size(ofEach: piece)
        case .list(let texts, let key): texts.reduce(key.utf8.count) { $0 + $1.size(ofEach: piece) }
        case .words(let words): words.utf8.count
        case .template(let template):
            template.sentences.reduce(0) { $0 + piece + $1.key.text.utf8.count + $1.value.utf8.count }
        }
    }
}
