import GameRules

extension SeaBattle {
    /// The part of the game, as the API's `phase`.
    enum Phase: String, JSONWritable, Sendable { case place, shoot }

    struct State: Hashable, Codable, OrderedState, Sendable {
        /// The fleet of each seat; nil until it is placed.
        var fleets: [Fleet?] = [nil, nil]
        /// The shots at the sea of each seat, in order.
        var shots: [[SeaCell]] = [[], []]
        /// Who shoots next, once both have placed.
        var next: SeatIndex = 0
        /// Whose sea was shot at last; nil before the first shot.
        var lastTarget: SeatIndex?
        /// Whether somebody has gone, which ends the game.
        var isLeft = false

        var phase: Phase { fleets.contains(nil) ? .place : .shoot }

        /// Both place at the same time, then they take turns.
        var order: TurnOrder {
            phase == .shoot
                ? .rotation(next: next)
                : .simultaneous(done: fleets.indices.filter { fleets[$0] != nil }.map { SeatIndex($0) })
        }

        func sea(of seat: SeatIndex) -> Sea {
            Sea(fleet: fleets[seat.rawValue], shots: shots[seat.rawValue])
        }

        /// Whether nothing is secret any more.
        var isOver: Bool { isLeft || sea(of: 0).isLost || sea(of: 1).isLost }
    }
}

extension SeaBattle.State: GameJSONWritable, JSONObjectWritable {
    func writeMembers(to json: inout JSONWriter) {
        json.member("fleets", fleets)
        json.member("isLeft", isLeft)
        json.member("lastTarget", ifPresent: lastTarget)
        json.member("next", next)
        json.member("shots", shots)
    }
}

extension SeaBattle {
    /// The seas as one reader may see them.
    ///
    /// A seat sees `yours`, the shots at it among them, and `theirs`; somebody without a seat sees both as `seats`, by
    /// their numbers. Of each, what does not apply is null.
    struct Board: GameJSONWritable, JSONObjectWritable, Sendable {
        /// One sea: `{"ships", "shots": [{"cell", "hit", "sunk"}], "sunk"}`.
        struct Waters: Sendable {
            /// All ships, where the reader may see them: their own, and everybody's once the game is over; else nil. No
            /// ships before they are placed.
            let ships: [Ship]?
            /// The shots in order; `sunk` where one sank a ship.
            let shots: [Shot]
            /// The ships that have gone down, in order.
            let sunk: [Ship]
            /// Whether the fleet is placed: for the picture only.
            let isPlaced: Bool
        }

        /// One shot. NB: not which ship it hit: that is not announced before the ship has sunk.
        struct Shot: Hashable, Sendable {
            let cell: SeaCell
            let hit: Bool
            let sunk: Bool
        }

        let phase: Phase
        /// Both seas, by their seats.
        let waters: [Waters]
        /// The seat of `yours`; nil for somebody without a seat.
        let owner: SeatIndex?
        /// For the picture only: the seat from which the reader shoots, the seat that was shot at last, and whether the
        /// game is over.
        let shooter: SeatIndex?
        let lastTarget: SeatIndex?
        let isOver: Bool

        func writeMembers(to json: inout JSONWriter) {
            json.member("phase", phase)
            json.member("seats", orNull: owner == nil ? waters : nil)
            json.member("theirs", orNull: owner.map { waters[$0.opponent.rawValue] })
            json.member("yours", orNull: owner.map { waters[$0.rawValue] })
        }
    }

    /// A reader with both seats sees the lower one as theirs.
    func board(of state: State, for reader: Reader) -> Board {
        let isOver = state.isOver
        let waters = ([0, 1] as [SeatIndex]).map { seat in
            Board.Waters(state.sea(of: seat), isOpen: isOver || reader.seats.contains(seat))
        }
        let own = reader.seats.min()
        return Board(
            phase: state.phase, waters: waters, owner: own,
            shooter: reader.seats.contains(state.next) ? state.next : own, lastTarget: state.lastTarget, isOver: isOver)
    }
}

extension SeaBattle.Board.Waters: JSONObjectWritable {
    /// A sea as somebody sees it who may see all ships, or only those that have sunk.
    fileprivate init(_ sea: Sea, isOpen: Bool) {
        let fleet = sea.fleet?.ships ?? []
        let results = sea.results
        shots = results.map { .init(cell: $0.cell, hit: $0.ship != nil, sunk: $0.sunk) }
        ships = isOpen ? fleet : nil
        sunk = results.sunk.map { fleet[$0] }
        isPlaced = sea.fleet != nil
    }

    func writeMembers(to json: inout JSONWriter) {
        json.member("ships", orNull: ships)
        json.member("shots", shots)
        json.member("sunk", sunk)
    }
}

extension SeaBattle.Board.Shot: JSONObjectWritable {
    func writeMembers(to json: inout JSONWriter) {
        json.member("cell", cell)
        json.member("hit", hit)
        json.member("sunk", sunk)
    }
}
