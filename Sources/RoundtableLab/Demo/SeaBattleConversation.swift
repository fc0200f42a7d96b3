import Foundation
import MessagesSimulator
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
            var told = Set<SeaBattleShot.Result>()
            while view.outcome == nil, let seat = view.toAct.first, view.revision < Self.mostMoves {
                view = try await shoot(seat, &told)
            }
            try await finish(view)
        }
    }

    private func placeFleets() async throws -> SessionView {
        let fleets = try await game.examples(of: "sea-battle").shuffled()
        for (seat, fleet) in zip(game.players.indices, fleets) {
            _ = try await game.players[seat].tap()
            try await game.play(fleet, by: seat)
        }
        return try await checkedViews(of: 3)[0]
    }

    private func shoot(_ seat: Int, _ told: inout Set<SeaBattleShot.Result>) async throws -> SessionView {
        let before = try await game.players[seat].tap().session
        guard let cell = SeaBattleGunner(view: before).cell else {
            throw DemoError(description: "\(Self.names[seat]) is to shoot and has no cell left.")
        }
        let view = try await game.play(GameJSON(text: cell), by: seat)
        let views = try await checkedViews(of: view.revision)
        guard let shot = SeaBattleShot(lastOf: views[seat]), view.outcome == nil else { return view }
        if told.insert(shot.result).inserted {
            let remark = shot.result.remark
            let title = "\(Self.names[seat]) shoots at \(cell): \(remark.what)"
            try await game.show(title, remark.why, revision: view.revision)
        }
        return view
    }

    private func finish(_ view: SessionView) async throws {
        guard view.state == .finished, let winner = view.outcome?.winners.first else {
            throw DemoError(description: "After \(view.revision) moves both fleets are afloat.")
        }
        for shown in try await game.drawnViews(of: view.revision) where shown.board["theirs"]?["ships"]?.array == nil {
            throw DemoError(description: "The game is over, and a phone still shows fog.")
        }
        try await game.show(
            "\(Self.names[winner]) sinks the last ship and wins.",
            "The fog lifts: both fleets are everybody’s to see.", revision: view.revision,
            findings: [
                "\(view.revision) events, and until the last none told a phone where the other’s ships lay.",
                "Every shot counted as it was fired: nobody could look and then cancel.",
            ])
    }

    /// - Throws: `DemoError`, if one of them knows where a ship of the other's lies that hasn't sunk.
    private func checkedViews(of revision: Int) async throws -> [SessionView] {
        let views = try await game.drawnViews(of: revision)
        for (seat, view) in views.enumerated() where view.outcome == nil {
            let sunk = Set(view.cells("theirs", "sunk"))
            let afloat = views[1 - seat].cells("yours", "ships").filter { !sunk.contains($0) }
            let (theirs, text) = (view.board["theirs"], view.board.description)
            let own = Set(view.cells("yours", "ships"))
            for ship in afloat where text.contains("\"\(ship)\"") && !own.contains(ship) {
                throw DemoError(description: "\(Self.names[seat])’s phone knows of \(Self.names[1 - seat])’s \(ship).")
            }
            guard theirs?["ships"]?.array == nil else {
                throw DemoError(description: "\(Self.names[seat])’s phone shows the other fleet.")
            }
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
