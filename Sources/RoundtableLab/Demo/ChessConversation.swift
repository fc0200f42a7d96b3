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
            guard view.state == .finished, view.outcome?.winners == [0], fen == OperaGame.mate else {
                throw DemoError(description: "After \(revision) plies the game is \(view.state.rawValue): \(fen)")
            }
        }
        try await expectPageOfMate()
        try await game.show(
            "\(OperaGame.name(of: revision - 1))   Checkmate.",
            "Beside king and pawns Morphy has a rook and a bishop left: all that he needs.", revision: revision,
            findings: [
                "33 plies, 33 events: both phones ended at the position of 1858.",
                "Each board followed by itself; the Count, who has no app, read every move as a caption.",
            ])
    }

    private func expectPageOfMate() async throws {
        for guest in game.guests {
            let page = try await game.stage.world.openPage(on: guest.device, in: guest.group)
            guard page.contains("<title>") else {
                throw DemoError(description: "The Count taps the last bubble and finds no page: \(page.prefix(200))")
            }
        }
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
