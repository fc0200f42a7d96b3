import GameRules

/// The board as white sees it.
extension Chess {
    func picture(of board: Board) -> Picture { picture(of: board, outcome: nil) }

    func picture(of board: Board, outcome: Outcome?) -> Picture {
        let state = board.state
        let marks = (state.last.map { Self.frames(of: $0) } ?? []) + checkMark(on: state.position)
        let pieces = ChessSquare.all.reversed().compactMap { Self.piece(on: $0, of: state.position) }
        return Picture(
            background: "#4A342A",
            elements: Self.woodwork + marks + pieces + (outcome.map { end($0, of: state) } ?? []))
    }

    /// The squares: a move begins with the one that a piece leaves, and goes on with the one that it reaches.
    func places(on board: Board) -> [MovePlace] {
        ChessSquare.all.map { MovePlace($0.name, around: Self.center($0), side: Self.side) }
    }

    private static let side = 104.0
    private static let margin = 34.0
    private static let boardSize = (width: 8 * side, height: 8 * side)
    private static let corner = SVG.Point(margin, margin)

    private static let woodwork = [
        SVG.definitions(
            ChessPiece.paints + ChessPiece.drawings + [
                SVG.shape(
                    "frame",
                    [
                        SVG.rectangle(SVG.Point(-52, -52), size: (104, 104), .fill("#F4B93A").opacity(0.6)),
                        SVG.rectangle(SVG.Point(-48.5, -48.5), size: (97, 97), .stroke("#D98A00", width: 7)),
                    ])
            ]),
        SVG.rectangle(SVG.Point(26, 26), size: (848, 848), rounded: 6, .fill("#2F201A")),
        SVG.rectangle(corner, size: boardSize, .fill("#EFE6D2")),
        SVG.path(darkSquares, .fill("#8BA38F")),
    ]

    private static let darkSquares = ChessSquare.all.filter { !$0.isLight }.map { square in
        "M\(center(square).moved(-side / 2, -side / 2).data)h104v104h-104z"
    }.joined()

    private static func center(_ square: ChessSquare) -> SVG.Point {
        SVG.Point(margin + (Double(square.file) + 0.5) * side, margin + (7.5 - Double(square.rank)) * side)
    }

    private static func frames(of move: ChessMove) -> [String] {
        Set([move.from, move.to]).sorted { $0.index < $1.index }.map { SVG.use("frame", at: center($0)) }
    }

    private static func piece(on square: ChessSquare, of position: ChessPosition) -> String? {
        position.placement[square].map { SVG.use($0.shape, at: center(square)) }
    }

    private func checkMark(on position: ChessPosition) -> [String] {
        guard position.isCheck, let king = position.placement[position.turn, .king].first else { return [] }
        let center = Self.center(king)
        return [
            SVG.circle(center, radius: 50, .fill("#E5322D")),
            SVG.circle(center, radius: 58, .stroke("#E5322D", width: 5).opacity(0.8)),
        ]
    }

    /// The board steps back behind the kings: one that was mated, or given up, lies on its side before the winner's, or
    /// both stand in the same light.
    private func end(_ outcome: Outcome, of state: State) -> [String] {
        let placement = state.position.placement
        let kings = ChessColor.allCases.compactMap { color in
            placement[color, .king].first.map { (color: color, center: Self.center($0)) }
        }
        let veil = SVG.rectangle(Self.corner, size: Self.boardSize, .fill("#241A16").opacity(0.42))
        let mating = [state.ending?.outcome.kind == .won ? state.last?.to : nil].compactMap(\.self)
        switch outcome.kind {
        case .won:
            return [veil] + mating.compactMap { Self.piece(on: $0, of: state.position) }
                + kings.flatMap { king in
                    outcome.winners.contains(king.color.seat)
                        ? medal("#F4B93A", king.color, at: king.center)
                        : medal("#E5322D", king.color, at: king.center, turned: -74)
                }
        case .drawn, .completed, .abandoned:
            return [veil] + kings.flatMap { medal("#8FB4D9", $0.color, at: $0.center) }
        }
    }

    private func medal(
        _ paint: String, _ color: ChessColor, at center: SVG.Point, turned degrees: Double = 0
    ) -> [String] {
        [
            SVG.circle(center, radius: 61, .fill(paint).outlined("#FFFFFF", width: 7)),
            SVG.use(ChessPiece(color, .king).shape, at: center, turned: degrees, scaled: 0.95),
        ]
    }
}
