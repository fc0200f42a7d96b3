import Foundation
import MessagesSimulator
import RoundtableModel

/// Three people play crazy eights to the end; no phone is ever sent another one's cards.
struct CrazyEightsConversation {
    private static let names = ["Amber", "Ben", "Chris"]
    /// No game takes this long.
    private static let mostMoves = 500

    private let game: LiveGame

    init(on service: URL, _ screen: DemoScreen) async {
        let stage = await DemoStage(Self.names, on: service, screen)
        var players: [App] = []
        for name in Self.names { players.append(await stage.app(of: name)) }
        game = LiveGame(stage: stage, players: players)
    }

    func play() async throws {
        try await game.whileRunning {
            try await game.begin("crazy-eights")
            try await game.join(1)
            try await game.join(2)
            var views = try await checkedViews(of: 3)
            try await game.show(
                "Everybody has sat down: the service shuffles and deals.",
                "Each phone shows its owner’s hand. Of the others’ it knows how many cards there are.", revision: 3)
            var told = Told()
            while views[0].outcome == nil, let seat = views[0].toAct.first, views[0].revision < Self.mostMoves {
                views = try await move(seat, views[(seat + 1) % views.count].hand, &told)
            }
            try await finish(views[0])
        }
    }

    private func move(_ seat: Int, _ next: [String], _ told: inout Told) async throws -> [SessionView] {
        let before = try await game.players[seat].tap().session
        guard let move = CrazyEightsPlayer(view: before, next: next).move else {
            throw LabError(description: "\(Self.names[seat]) is to act and has no move.")
        }
        let view = try await game.play(GameJSON(text: move), by: seat)
        let views = try await checkedViews(of: view.revision)
        if view.outcome == nil, let remark = told.remark(on: move, leaving: view.cardCount(of: seat)) {
            try await game.show("\(Self.names[seat]) \(remark.what)", remark.why, revision: view.revision)
        }
        return views
    }

    private func finish(_ view: SessionView) async throws {
        guard view.state == .finished, let outcome = view.outcome, let winner = outcome.winners.first else {
            throw LabError(description: "After \(view.revision) moves nobody has won.")
        }
        let points = outcome.scores?[winner] ?? 0
        try await game.show(
            "\(Self.names[winner]) has no card left and wins \(points) points.",
            "They are what the others still hold: eights count 50, court cards 10.", revision: view.revision,
            findings: ["\(view.revision) events, and none told a phone a card of somebody else’s."])
    }

    /// - Throws: `LabError`, if one of them has a card that is in somebody else's hand.
    private func checkedViews(of revision: Int) async throws -> [SessionView] {
        let views = try await game.drawnViews(of: revision)
        for (seat, view) in views.enumerated() where view.outcome == nil {
            let text = view.board.description
            for other in views.indices where other != seat {
                for card in views[other].hand where text.contains("\"\(card)\"") {
                    throw LabError(description: "\(Self.names[seat])’s phone knows \(Self.names[other])’s \(card).")
                }
            }
        }
        return views
    }
}

/// The remarks that were made already: each is made once.
private struct Told {
    private var things: Set<String> = []

    /// The comment on a player's action, and why it is worth a look; nil if it isn't, or not any more.
    mutating func remark(on move: String, leaving count: Int) -> (what: String, why: String)? {
        if move == "draw", things.insert("draw").inserted {
            return (
                "can’t follow and draws a card.", "It counts at once, sent or not: whoever looks can’t take it back."
            )
        }
        if move.hasPrefix("8"), things.insert("eight").inserted {
            return ("plays an eight, and names the suit to follow.", "The wish stands beside the pile, on every phone.")
        }
        if count == 1, things.insert("last").inserted {
            return ("has one card left.", "Which one, only one phone knows.")
        }
        return nil
    }
}

/// Chooses moves so that the next player can follow: if each played for themselves, some games would take hundreds of
/// moves.
private struct CrazyEightsPlayer {
    let view: SessionView
    /// The cards of the player after this one.
    let next: [String]

    var move: String? {
        let moves = (view.legalMoves ?? []).compactMap(\.string)
        let cards = moves.filter { $0 != "draw" && $0 != "pass" }
        let ordinary = cards.filter { !$0.hasPrefix("8") }
        if let card = ordinary.first(where: canBeFollowed) { return card }
        return cards.first(where: canBeFollowed) ?? ordinary.first ?? cards.first ?? moves.first
    }

    /// Whether the next player has a card to play on this one; the last character of an eight is the suit to follow.
    private func canBeFollowed(_ card: String) -> Bool {
        next.contains { $0.last == card.last || $0.hasPrefix("8") || $0.dropLast() == card.dropLast() }
    }
}

extension SessionView {
    fileprivate var hand: [String] { board["hand"]?.array?.compactMap(\.string) ?? [] }

    fileprivate func cardCount(of seat: Int) -> Int {
        guard let counts = board["counts"]?.array, counts.indices.contains(seat) else { return 0 }
        return counts[seat].integer ?? 0
    }
}
