import Foundation
import MessagesSimulator
import RoundtableClient
import RoundtableModel

/// Two people play sea battle to the end; the other fleet lies under fog, and no phone knows what is below.
struct SeaBattleConversation {
    private static let names = ["Amber", "Ben"]
    /// No game takes longer: two placements, joining, and every cell.
    private static let mostMoves = 210

    private let game: LiveGame

    init(on service: URL, _ screen: DemoScreen) async {
        let stage = await DemoStage(Self.names, on: service, screen)
        game = LiveGame(stage: stage, players: [await stage.app(of: "Amber"), await stage.app(of: "Ben")], width: 49)
    }

    func play() async throws {
        try await game.whileRunning {
            try await game.begin("sea-battle")
            var view = try await placeFleets()
            try await game.show(
                "Both have placed their ships, at the same time.",
                "On each phone lies its owner’s fleet. The other one the phone has never been told of.",
                revision: view.revision)
            var told = Set<SeaBattleShot>()
            while view.outcome == nil, let seat = view.toAct.first, view.revision < Self.mostMoves {
                view = try await shoot(seat, &told)
            }
            try await finish(view)
        }
    }

    private func placeFleets() async throws -> SessionView {
        let games = try await game.players[0].client.games().games
        let fleets = games.first { $0.game == "sea-battle" }?.examples ?? []
        for (seat, fleet) in zip(game.players.indices, fleets.shuffled()) { try await game.play(fleet, by: seat) }
        return try await checkedViews(of: 3)[0]
    }

    private func shoot(_ seat: Int, _ told: inout Set<SeaBattleShot>) async throws -> SessionView {
        let before = try await game.players[seat].tap().session
        guard let cell = SeaBattleGunner(view: before).cell else {
            throw LabError(description: "\(Self.names[seat]) is to shoot and has no cell left.")
        }
        let view = try await game.play(GameJSON(text: cell), by: seat)
        let views = try await checkedViews(of: view.revision)
        if let shot = SeaBattleShot(lastOf: views[seat]), view.outcome == nil, told.insert(shot).inserted {
            let title = "\(Self.names[seat]) shoots at \(cell): \(shot.remark.what)"
            try await game.show(title, shot.remark.why, revision: view.revision)
        }
        return view
    }

    private func finish(_ view: SessionView) async throws {
        guard view.state == .finished, let winner = view.outcome?.winners.first else {
            throw LabError(description: "After \(view.revision) moves both fleets are afloat.")
        }
        let hasFog = try await game.drawnViews(of: view.revision).contains {
            $0.board["theirs"]?["ships"]?.array == nil
        }
        try game.stage.expect(!hasFog, or: "The game is over, and a phone still shows fog.")
        try await game.show(
            "\(Self.names[winner]) sinks the last ship and wins.",
            "The fog lifts: both fleets are everybody’s to see.", revision: view.revision,
            findings: [
                "\(view.revision) events, and until the last none told a phone where the other’s ships lay.",
                "Every shot counted as it was fired: nobody could look and then cancel.",
            ])
    }

    /// - Throws: `LabError`, if one of them knows where a ship of the other's lies that hasn't sunk.
    private func checkedViews(of revision: Int) async throws -> [SessionView] {
        let views = try await game.drawnViews(of: revision)
        for (seat, view) in views.enumerated() where view.outcome == nil {
            let (name, other) = (Self.names[seat], Self.names[1 - seat])
            let text = view.board.description
            let known = Set(view.cells("theirs", "sunk") + view.cells("yours", "ships"))
            for ship in views[1 - seat].cells("yours", "ships") where !known.contains(ship) {
                try game.stage.expect(
                    !text.contains("\"\(ship)\""), or: "\(name)’s phone knows of \(other)’s \(ship).")
            }
            try game.stage.expect(
                view.board["theirs"]?["ships"]?.array == nil, or: "\(name)’s phone shows the other fleet.")
        }
        return views
    }
}

extension SessionView {
    /// A list of texts in one of the seas of sea battle.
    func cells(_ sea: String, _ list: String) -> [String] {
        board[sea]?[list]?.array?.compactMap(\.string) ?? []
    }
}
