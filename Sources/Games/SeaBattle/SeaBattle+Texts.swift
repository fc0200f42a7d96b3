import GameRules

extension SeaBattle {
    var texts: TextCatalog { Self.catalog }

    private static let catalog = TextCatalog(ofGame: [
        "ar": PackageResources.sea_battle_ar_json, "de": PackageResources.sea_battle_de_json,
        "en": PackageResources.sea_battle_en_json, "pl": PackageResources.sea_battle_pl_json,
    ])

    func message(for turn: TurnStory<SeaBattle>) -> MessageTexts {
        switch turn.move {
        case .place: placing(turn)
        case .shoot(let cell): shooting(at: cell, turn)
        }
    }

    func openingMessage(in state: State) -> MessageTexts {
        MessageTexts(caption: .ofMover("sea-battle.opening"), subcaption: GameText("sea-battle.opening.prompt"))
    }

    /// The same words wherever the ships lie.
    private func placing(_ turn: TurnStory<SeaBattle>) -> MessageTexts {
        MessageTexts(
            caption: .ofMover("sea-battle.place"),
            subcaption: turn.after.phase == .shoot ? .next(turn.after.next) : GameText("sea-battle.place.waiting"),
            trailingCaption: GameText("sea-battle.fleets", ["number": .number(turn.after.placedCount)]))
    }

    private func shooting(at cell: SeaCell, _ turn: TurnStory<SeaBattle>) -> MessageTexts {
        let shots = TextArgument.number(turn.after.shots.reduce(0) { $0 + $1.count })
        guard turn.outcome == nil else {
            return MessageTexts(
                caption: .ofMover("sea-battle.won"),
                subcaption: GameText("sea-battle.won.subcaption", ["cell": cell.words]),
                trailingCaption: GameText("sea-battle.shot-count", ["number": shots]),
                summary: .ofMover("sea-battle.won.summary"))
        }
        let target = turn.after.sea(of: turn.seat.opponent)
        let results = target.results
        let afloat = Fleet.lengths.count - results.sunk.count
        return MessageTexts(
            caption: caption(of: cell, results.last, at: target.fleet), subcaption: .next(turn.after.next),
            trailingCaption: GameText("sea-battle.shot-number", ["number": shots]),
            trailingSubcaption: GameText("sea-battle.afloat", ["number": .number(afloat)]))
    }

    private func caption(of cell: SeaCell, _ shot: Sea.Shot?, at fleet: Fleet?) -> GameText {
        var arguments: TextArguments = ["mover": .mover, "cell": cell.words]
        guard let ship = shot?.ship else { return GameText("sea-battle.miss", arguments) }
        guard let fleet, shot?.sunk == true else { return GameText("sea-battle.hit", arguments) }
        arguments["ship"] = .text(fleet.name(of: ship))
        return GameText("sea-battle.sunk", arguments)
    }
}

extension SeaBattle {
    func accessibilityLabel(of state: State, after texts: MessageTexts) -> GameText {
        let what = TextArgument.text(texts.caption)
        guard state.phase == .shoot else {
            return GameText("sea-battle.label.placing", ["what": what, "number": .number(state.placedCount)])
        }
        let seas = ([0, 1] as [SeatIndex]).map { seat in
            GameText(
                "sea-battle.label.sea",
                ["seat": .seat(seat), "news": .list(news(of: state.sea(of: seat)), joinedBy: "sea-battle.label.list")])
        }
        return GameText(
            "sea-battle.label.seas", ["what": what, "seas": .list(seas, joinedBy: "sea-battle.label.seas.list")])
    }

    /// The public news of one sea: the ships that have sunk and where they lie, other hits, and the shots that missed,
    /// or, once most cells were shot at, the others.
    private func news(of sea: Sea) -> [GameText] {
        guard let fleet = sea.fleet, !sea.shots.isEmpty else { return [GameText("sea-battle.label.untouched")] }
        let results = sea.results
        let sunk = results.sunk
        let ships = sunk.map { number in
            GameText(
                "sea-battle.label.ship",
                [
                    "ship": .text(fleet.name(of: number)), "first": fleet.ships[number].bow.words,
                    "last": fleet.ships[number].stern.words,
                ])
        }
        let hits = results.filter { shot in shot.ship.map { !sunk.contains($0) } ?? false }.map(\.cell)
        return [
            TextArgument.list(ships).map { GameText("sea-battle.label.sunk", ["ships": $0]) },
            Self.list(hits).map { GameText("sea-battle.label.hits", ["cells": $0]) },
            water(after: results),
        ].compactMap(\.self)
    }

    /// Where shots missed; nil if none did.
    private func water(after results: [Sea.Shot]) -> GameText? {
        let misses = results.filter { $0.ship == nil }.map(\.cell)
        guard !misses.isEmpty else { return nil }
        guard results.count > SeaCell.all.count / 2 else {
            return Self.list(misses).map { GameText("sea-battle.label.misses", ["cells": $0]) }
        }
        guard let rest = Self.list(SeaCell.all(besides: results.map(\.cell))) else { return nil }
        return GameText("sea-battle.label.untried", ["number": .number(misses.count), "cells": rest])
    }

    /// Cells column by column: "A 1, 3, C 2"; nil for none.
    private static func list(_ cells: [SeaCell]) -> TextArgument? {
        var columns: [[Int]] = Array(repeating: [], count: SeaCell.side)
        for cell in cells { columns[cell.column].append(cell.row) }
        let texts = zip(SeaCell.all, columns).filter { !$1.isEmpty }.map { top, rows in
            let rows = rows.sorted().map { String($0 + 1) }.joined(separator: ", ")
            return GameText("sea-battle.cell", ["cell": .words("\(top.columnLetter) \(rows)")])
        }
        return .list(texts)
    }
}

extension SeaBattle.State {
    fileprivate var placedCount: Int { fleets.count { $0 != nil } }
}

extension SeaCell {
    /// The cell as a text names it: the same in every language.
    fileprivate var words: TextArgument { .words(rawValue) }
}

extension Fleet {
    /// The name of one of the ships by its length; of the two with three cells the one named first is the destroyer.
    fileprivate func name(of number: Int) -> GameText {
        switch ships[number].length {
        case 5: GameText("sea-battle.carrier")
        case 4: GameText("sea-battle.battleship")
        case 3 where !ships[..<number].contains { $0.length == 3 }: GameText("sea-battle.destroyer")
        case 3: GameText("sea-battle.submarine")
        default: GameText("sea-battle.patrol-boat")
        }
    }
}
