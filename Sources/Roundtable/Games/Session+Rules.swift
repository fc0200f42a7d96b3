@_spi(Roundtable) package import GameRules
@_spi(Roundtable) import RoundtableJSON

/// Answers of a session's rules that can be relied on: in time, within ``RulesLimits``, and in JSON.
///
/// Each throws `internal` for rules that fail, and `unavailable` for rules that take too long.
extension Session {
    /// The position, to be stored.
    package func snapshot() throws(ServiceError) -> GameJSON {
        try asking { [position] () throws(RulesFailure) in try position.snapshot }
    }

    /// The memory that the session takes, in bytes, roughly; as much as any may, if its position can't be stored.
    var memory: Int {
        let position = try? snapshot()
        return memory(
            ofPosition: position.map { JSONMemory.estimate(of: $0.data) }
                ?? JSONMemory.most(of: RulesLimits.positionBytes))
    }

    /// The memory that the session takes if its position takes so much.
    func memory(ofPosition position: Int) -> Int {
        8192 + ToldSession.mostMemory + position + 512 * seating.seats.count + (newest?.memory ?? 0)
    }

    /// The board as one reader may see it; watched with the view that it is part of.
    package func board(for reader: Reader) throws(ServiceError) -> GameJSON {
        do {
            return try position.board(for: reader)
        } catch {
            throw ServiceError(error)
        }
    }

    /// A seat's legal moves; nil where there are too many to list. Watched with the view that they are part of.
    func legalMoves(for seat: SeatIndex) throws(ServiceError) -> [GameJSON]? {
        do {
            return try position.legalMoves(for: seat, at: seating.table)
        } catch {
            throw ServiceError(error)
        }
    }

    /// The picture of the public board.
    package func picture() throws(ServiceError) -> Picture {
        try asking { () throws(RulesFailure) in try position.picture(for: .bystander, outcome: outcome) }
    }

    /// The picture of the board as one reader may see it, as SVG with the places that can be clicked.
    func clickablePicture(for reader: Reader) throws(ServiceError) -> String {
        try asking { () throws(RulesFailure) in try position.clickablePicture(for: reader, outcome: outcome) }
    }

    /// The texts of the message that opens the session, from before anything is committed.
    func openingTexts() throws(ServiceError) -> MessageTexts {
        try asking { () throws(RulesFailure) in try position.openingMessage() }
    }

    /// A message's texts with what VoiceOver says of the session as it stands.
    func labelled(_ texts: MessageTexts) throws(ServiceError) -> MessageTexts {
        try asking { [position, outcome, game = identity.game] () throws(RulesFailure) in
            let labelled = texts.labelled(at: position, outcome: outcome).sayingTime
            try labelled.checkSize(of: game)
            return labelled
        }
    }

    /// The texts of the newest event's message with what VoiceOver says of the session, made once for all who are shown
    /// it; nil while there is no event.
    func labelledNewest() throws(ServiceError) -> MessageTexts? {
        guard let newest else { return nil }
        return try told.texts { () throws(ServiceError) in try labelled(newest.details.texts) }
    }

    /// The move of an event as far as a reader may see it now.
    package func shownMove(of event: Event, to reader: Reader) throws(ServiceError) -> GameJSON? {
        guard let move = event.details.move, let seat = event.seat else { return nil }
        // NB: what a seat was told then, whoever has taken it since must not read.
        let reader = Reader(seats: reader.seats.filter { event.revision > seating.reopening(of: $0) ?? 0 })
        return try asking { () throws(RulesFailure) in
            // NB: of a move that was not counted nothing is shown that only the latest ones hide.
            try position.shown(move, by: seat, ordinal: event.details.ordinal ?? .max, to: reader)
        }
    }

    /// Asks the rules something that must not take long. NB: a question takes along what it is about, or it would take
    /// the whole session.
    ///
    /// - Parameter player: who asks for a decision; nil for who made the position that is looked at.
    func watchingRules<Value>(
        by player: PlayerID? = nil, _ body: () throws(ServiceError) -> Value
    ) throws(ServiceError) -> Value {
        let creator = identity.creator
        let subject = RulesSubject(
            game: identity.game, session: identity.id, creator: creator, player: player ?? newest?.player ?? creator)
        return try identity.watch.run(subject, body)
    }

    private func asking<Value>(_ body: () throws(RulesFailure) -> Value) throws(ServiceError) -> Value {
        try watchingRules { () throws(ServiceError) in
            do throws(RulesFailure) {
                return try body()
            } catch {
                throw ServiceError(error)
            }
        }
    }
}
