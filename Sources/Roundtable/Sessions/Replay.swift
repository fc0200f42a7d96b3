package import GameRules

extension Session {
    /// Rebuilds a session from its events alone.
    ///
    /// - Parameters:
    ///   - identity: what never changes about it; the seed is not part of any event.
    ///   - events: its events from revision 1, without gaps.
    ///   - games: where its rules are found.
    /// - Throws: `internal`, if the events are not a session's.
    package static func replaying(
        _ events: [Event], of identity: Identity, games: GameLibrary
    ) throws(ServiceError) -> Session {
        var session = try beginning(with: events.first, of: identity, games: games)
        for event in events { session = try session.following(event) }
        return session
    }

    /// A session before its first event, rebuilt from what that event says.
    package static func beginning(
        with opening: Event?, of identity: Identity, games: GameLibrary
    ) throws(ServiceError) -> Session {
        guard let founding = opening?.details.founding else {
            throw ServiceError(.internal, "A session's first event says what it was founded on.")
        }
        let position = try games.position(for: founding, of: identity.id, watch: identity.watch)
        return Session(
            identity, seats: founding.seats, participants: founding.participants, creatorAt: founding.seat ?? 0,
            position: position)
    }
}

extension GameLibrary {
    /// The position that a session begins with.
    ///
    /// - Throws: `unknown_game`, `bad_options`, and `unavailable` for rules that use too much time.
    package func position(
        for founding: Founding, of session: SessionID, watch: RulesWatch
    ) throws(ServiceError) -> any Position {
        guard let game = game(founding.game, version: founding.rules) else {
            let known = newest(founding.game) != nil
            throw ServiceError(
                .unknownGame,
                known
                    ? "There are no rules of \(founding.game) with version \(founding.rules)."
                    : "There is no game called \(founding.game).")
        }
        return try watch.run(founding.subject(session)) { () throws(ServiceError) in
            do throws(OptionsRejection) {
                return try game.position(options: founding.options, seats: founding.seats)
            } catch {
                throw ServiceError(.badOptions, error.detail)
            }
        }
    }
}

extension Founding {
    func subject(_ session: SessionID) -> RulesSubject {
        RulesSubject(game: game, session: session, creator: creator, player: creator)
    }
}
