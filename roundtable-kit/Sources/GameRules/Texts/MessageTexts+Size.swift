extension MessageTexts {
    /// Refuses texts of more than ``RulesLimits/textBytes``.
    @_spi(Roundtable) public func checkSize(of game: GameName) throws(RulesFailure) {
        let bytes = size(ofEach: 0)
        guard bytes <= RulesLimits.textBytes else {
            throw RulesFailure(of: game, "a message's texts of \(bytes) bytes are too large")
        }
    }

    /// The memory that the texts take, in bytes, rather too much than too little.
    @_spi(Roundtable) public var memory: Int { size(ofEach: GameText.memoryOfPiece) }

    /// The bytes of all that is said, and so many more for each text and argument.
    private func size(ofEach piece: Int) -> Int {
        var size = caption.size(ofEach: piece)
        size += subcaption?.size(ofEach: piece) ?? 0
        size += trailingCaption?.size(ofEach: piece) ?? 0
        size += trailingSubcaption?.size(ofEach: piece) ?? 0
        size += imageTitle?.size(ofEach: piece) ?? 0
        size += imageSubtitle?.size(ofEach: piece) ?? 0
        size += summary?.size(ofEach: piece) ?? 0
        size += accessibilityLabel?.size(ofEach: piece) ?? 0
        return size
    }
}

extension GameText {
    /// The memory that the text takes, in bytes, rather too much than too little.
    @_spi(Roundtable) public var memory: Int { size(ofEach: Self.memoryOfPiece) }

    /// The memory of a text or an argument besides what it says: its part of an array, and blocks of the heap.
    fileprivate static let memoryOfPiece = 160

    fileprivate func size(ofEach piece: Int) -> Int {
        var size = piece + key.utf8.count
        // NB: by number: an element that is handed on is copied, with all that it holds.
        for place in arguments.places.indices {
            size += piece + arguments.places[place].0.utf8.count
            size += arguments.places[place].1.size(ofEach: piece)
        }
        return size
    }
}

extension TextArgument {
    fileprivate func size(ofEach piece: Int) -> Int {
        switch self {
        case .mover, .seat, .number: 8
        case .text(let text): text.size(ofEach: piece)
        case .list(let texts, let key): texts.indices.reduce(key.utf8.count) { $0 + texts[$1].size(ofEach: piece) }
        case .words(let words): words.utf8.count
        case .template(let template):
            template.sentences.reduce(0) { $0 + piece + $1.key.text.utf8.count + $1.value.utf8.count }
        }
    }
}
