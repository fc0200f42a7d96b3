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
    func cells(_ sea: String, _ list: String) -> [String] {
        board[sea]?[list]?.array?.compactMap(\.string) ?? []
    }
}

/// What came of a shot at sea battle, as the one who fired it sees it.
enum SeaBattleShot {
    case miss, hit, sunk
    /// Only two of the other's ships are afloat.
    case thirdSunk

    init?(lastOf view: SessionView) {
        guard let shot = view.board["theirs"]?["shots"]?.array?.last else { return nil }
        if shot["sunk"]?.bool == true {
            self = view.cells("theirs", "sunk").count == 3 ? .thirdSunk : .sunk
        } else {
            self = shot["hit"]?.bool == true ? .hit : .miss
        }
    }

    /// The comment when it happens for the first time, and why it is worth a look.
    var remark: (what: String, why: String) {
        switch self {
        case .miss: ("water.", "A shot reveals something, so it counts at once, whether its bubble is sent or not.")
        case .hit: ("a hit.", "The one sees a hit in the fog, the other which ship it was.")
        case .sunk: ("a ship goes down.", "Only now does the other phone learn where that ship lay.")
        case .thirdSunk: ("the third ship.", "Two are left, and the bubbles have followed every shot without a tap.")
        }
    }
}

/// Chooses cells to shoot at from a player's own view: next to what was hit, else where the fog is thickest.
struct SeaBattleGunner {
    let view: SessionView

    var cell: String? {
        let legal = (view.legalMoves ?? []).compactMap(\.string)
        let (open, wounds) = (Set(legal), self.wounds)
        func support(of cell: String) -> Int { Self.runs(from: cell, in: wounds).max() ?? 0 }
        if let best = legal.max(by: { support(of: $0) < support(of: $1) }), support(of: best) > 0 { return best }
        func room(around cell: String) -> Int { Self.runs(from: cell, in: open).reduce(0, +) }
        return legal.shuffled().max { room(around: $0) < room(around: $1) }
    }

    /// The cells that were hit, of ships that are still afloat.
    private var wounds: Set<String> {
        let hits = (view.board["theirs"]?["shots"]?.array ?? []).filter { $0["hit"]?.bool == true }
        return Set(hits.compactMap { $0["cell"]?.string })
            .subtracting(view.cells("theirs", "sunk").flatMap(Self.cells))
    }

    /// The number of cells of a set that follow a cell in each of the four directions, up to 4.
    private static func runs(from cell: String, in cells: Set<String>) -> [Int] {
        guard let (column, row) = place(of: cell) else { return [] }
        return [(1, 0), (-1, 0), (0, 1), (0, -1)].map { right, down in
            (1...4).prefix { cells.contains(name(column + right * $0, row + down * $0)) }.count
        }
    }

    /// The cells of a ship written as bow, direction and length.
    private static func cells(of ship: String) -> [String] {
        guard let (column, row) = place(of: String(ship.dropLast(2))), let length = ship.last?.wholeNumberValue else {
            return []
        }
        let isVertical = ship.dropLast().last == "v"
        return (0..<length).map { name(column + (isVertical ? 0 : $0), row + (isVertical ? $0 : 0)) }
    }

    private static let letters = Array("ABCDEFGHIJ")

    private static func place(of cell: String) -> (column: Int, row: Int)? {
        guard let column = cell.first.flatMap({ letters.firstIndex(of: $0) }), let row = Int(cell.dropFirst()) else {
            return nil
        }
        return (column, row)
    }

    /// The name of a cell; outside the sea, one that no cell has.
    private static func name(_ column: Int, _ row: Int) -> String {
        letters.indices.contains(column) ? "\(letters[column])\(row)" : ""
    }
}
