import Foundation
import MessagesSimulator
import RoundtableModel

/// The Opera Game, with live messages: both players see the board from their own side, a friend without the app sees
/// the alternate layout.
struct ChessConversation {
    private let game: LiveGame

    init(on service: URL, _ screen: DemoScreen) async {
        let stage = await DemoStage(["Morphy", "Duke", "Count"], on: service, screen)
        game = LiveGame(
            stage: stage, players: [await stage.app(of: "Morphy"), await stage.app(of: "Duke")],
            guests: [await stage.app(of: "Count", isInstalled: false)])
    }

    func play() async throws {
        try await game.whileRunning {
            for (number, ply) in OperaGame.plies.enumerated() {
                let move = GameJSON(text: String(ply.uci))
                if number == 0 {
                    try await game.begin("chess", move: move)
                } else {
                    try await game.play(move, by: number % 2)
                }
                if let remark = Self.remarks[number] {
                    let title = "\(OperaGame.name(of: number))   \(remark.title)"
                    try await game.show(title, remark.text, revision: number + 1)
                }
            }
            try await finish()
        }
    }

    private func finish() async throws {
        let revision = OperaGame.plies.count
        for view in try await game.drawnViews(of: revision) {
            let fen = view.board["fen"]?.string ?? ""
            try game.stage.expect(
                view.state == .finished && view.outcome?.winners == [0] && fen == OperaGame.mate,
                or: "After \(revision) plies the game is \(view.state.rawValue): \(fen)")
        }
        for guest in game.guests {
            let page = try await game.stage.world.openPage(on: guest.device, in: guest.group)
            try game.stage.expect(
                page.contains("<title>"), or: "The Count taps the last bubble and finds no page: \(page.prefix(200))")
        }
        try await game.show(
            "\(OperaGame.name(of: revision - 1))   Checkmate.",
            "Beside king and pawns Morphy has a rook and a bishop left: all that he needs.", revision: revision,
            findings: [
                "33 plies, 33 events: both phones ended at the position of 1858.",
                "Each board followed by itself; the Count, who has no app, read every move as a caption.",
            ])
    }

    /// The comments on the plies that are shown, by their number from 0.
    private static let remarks: [Int: (title: String, text: String)] = [
        0: ("Morphy opens with the king’s pawn.", "Nobody sits opposite yet: the Duke looks on from White’s side."),
        1: ("The Duke’s answer takes the open seat.", "From now on his phone draws the board from Black’s side."),
        5: ("The Duke pins the knight, too early.", "The bubble on each phone is drawn anew by itself."),
        12: ("The queen looks at b7 and at f7.", "Only one of the two can be defended."),
        18: ("Morphy gives a knight for two pawns …", "… for Black’s king is still in the middle."),
        22: ("Morphy castles, and a rook joins the attack.", "One move of the king; in the request it is “e1c1”."),
        24: ("A rook for a knight.", "The only black pieces that have moved are pinned or in the way."),
        30: ("Morphy offers his queen.", "The knight on d7 must take: there is no other move."),
    ]
}

/// The game that Paul Morphy played against Karl II, Duke of Brunswick, and Count Isouard in the Paris opera, 1858.
private enum OperaGame {
    /// Each ply as players write it, and as the service does (Universal Chess Interface).
    static let plies: [(san: Substring, uci: Substring)] = moves.split(whereSeparator: \.isWhitespace).map { word in
        let parts = word.split(separator: "=")
        return (parts[0], parts[1])
    }

    static let mate = "1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - 1 17"

    /// The number and name of a ply in a game's record, such as `3… Bg4`.
    static func name(of ply: Int) -> String {
        "\(ply / 2 + 1)\(ply.isMultiple(of: 2) ? "." : "…") \(plies[ply].san)"
    }

    private static let moves = """
        e4=e2e4 e5=e7e5 Nf3=g1f3 d6=d7d6 d4=d2d4 Bg4=c8g4 dxe5=d4e5 Bxf3=g4f3 Qxf3=d1f3 dxe5=d6e5 Bc4=f1c4 Nf6=g8f6
        Qb3=f3b3 Qe7=d8e7 Nc3=b1c3 c6=c7c6 Bg5=c1g5 b5=b7b5 Nxb5=c3b5 cxb5=c6b5 Bxb5+=c4b5 Nbd7=b8d7 O-O-O=e1c1
        Rd8=a8d8 Rxd7=d1d7 Rxd7=d8d7 Rd1=h1d1 Qe6=e7e6 Bxd7+=b5d7 Nxd7=f6d7 Qb8+=b3b8 Nxb8=d7b8 Rd8#=d1d8
        """
}
