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
