import GameRules

extension Chess {
    var texts: TextCatalog { Self.catalog }

    private static let catalog = TextCatalog(ofGame: [
        "ar": PackageResources.chess_ar_json, "de": PackageResources.chess_de_json,
        "en": PackageResources.chess_en_json, "pl": PackageResources.chess_pl_json,
    ])

    func message(for turn: TurnStory<Chess>) -> MessageTexts {
        let before = turn.before.position
        let action: GameText =
            switch turn.move {
            case .move(let move): before.action(of: move)
            case .claimDraw: .ofMover("chess.claimed")
            }
        var texts = MessageTexts(caption: action)
        let isWhitesClaim = turn.move == .claimDraw && before.turn == .white
        texts.trailingCaption = .progress(
            moves: isWhitesClaim ? before.moveNumber - 1 : before.moveNumber, isOver: turn.outcome != nil)
        switch turn.after.ending {
        case .checkmate(let winner):
            texts.caption = GameText("chess.checkmate", ["what": .text(action)])
            texts.subcaption = GameText("chess.checkmate.\(winner.word)")
            texts.summary = .ofMover("chess.checkmate.summary")
        case .drawn(let draw):
            if turn.move != .claimDraw { texts.caption = GameText("chess.drawn", ["what": .text(action)]) }
            texts.subcaption = GameText("chess.drawn.\(draw.rawValue)")
            texts.summary = GameText("chess.drawn.summary")
        case nil:
            if turn.after.position.isCheck { texts.caption = GameText("chess.check", ["what": .text(action)]) }
            if turn.outcome == nil {
                texts.subcaption = next(in: turn.after)
                texts.trailingSubcaption = turn.after.position.placement.lead
            }
        }
        return texts
    }

    func openingMessage(in state: State) -> MessageTexts {
        let caption = state.position.isChess960 ? "chess.opening.chess960" : "chess.opening"
        return MessageTexts(
            caption: .ofMover(caption), subcaption: .ofMover("chess.opening.\(state.position.turn.word)"))
    }

    private func next(in state: State) -> GameText {
        let seat = state.position.turn.seat
        return state.claim == nil ? .next(seat) : GameText("chess.may-claim", ["next": .seat(seat)])
    }

    /// Tells what happened, where the pieces stand, and whose turn it is.
    func accessibilityLabel(of state: State, after texts: MessageTexts, outcome: Outcome?) -> GameText {
        let position = state.position
        var arguments: TextArguments = ["what": .text(texts.caption)]
        for color in ChessColor.allCases {
            arguments[color.word] = .list(position.placement.list(of: color), joinedBy: "chess.board.pieces")
        }
        guard outcome == nil else { return GameText("chess.board.over", arguments) }
        arguments["turn"] = .text(GameText("chess.board.\(position.turn.word)-to-move"))
        return GameText("chess.board", arguments)
    }
}

extension ChessPosition {
    /// The text that tells a legal move in words.
    fileprivate func action(of move: ChessMove) -> GameText {
        if let castling = castling(by: move) {
            return .ofMover("chess.castled.\(castling.isKingside ? "kingside" : "queenside")")
        }
        let kind = placement[move.from]?.kind ?? .pawn
        var arguments: TextArguments = ["mover": .mover, "square": .words(move.to.name)]
        let captured = captured(by: move)
        if let promotion = move.promotion {
            arguments["piece"] = .text(promotion.text("becomes"))
            return GameText(captured == nil ? "chess.promoted" : "chess.captured-promoted", arguments)
        }
        guard let captured else {
            arguments["piece"] = .text(kind.text("object"))
            return GameText("chess.moved", arguments)
        }
        if captured.square != move.to { return GameText("chess.en-passant", arguments) }
        arguments["victim"] = .text(captured.piece.kind.text("object"))
        arguments["piece"] = .text(kind.text("with"))
        return GameText("chess.captured", arguments)
    }
}

extension ChessPiece.Kind {
    /// The word for the kind as a part of some sentence.
    fileprivate func text(_ part: String) -> GameText { GameText("chess.\(part).\(word)") }
}

extension Placement {
    /// Which side has more, and how much, in pawns; nil if neither has.
    fileprivate var lead: GameText? {
        let balance = balance
        guard balance != 0 else { return nil }
        return GameText("chess.ahead.\(balance > 0 ? "white" : "black")", ["number": .number(abs(balance))])
    }

    /// The pieces of a colour kind by kind, from the king to the pawns.
    fileprivate func list(of color: ChessColor) -> [GameText] {
        ChessPiece.Kind.allCases.reversed().compactMap { kind in
            let squares = self[color, kind]
            guard !squares.isEmpty else { return nil }
            var arguments: TextArguments = ["squares": .words(squares.map(\.name).joined(separator: ", "))]
            if kind != .king { arguments["number"] = .number(squares.count) }
            return GameText("chess.board.\(kind.word)", arguments)
        }
    }
}
