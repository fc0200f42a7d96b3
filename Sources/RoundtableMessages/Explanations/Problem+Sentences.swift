import RoundtableModel

extension Problem {
    /// The names of the sentences that explain it, the most exact one first: there is one for each code, and one for
    /// each rule that players break.
    var sentences: [String] {
        let rule = reason.map { "rule.\(Self.sameRules[$0] ?? $0)" }
        return (code == .illegalMove ? rule.map { [$0] } ?? [] : []) + [code.sentence]
    }

    /// Reasons that mean the same to a player as another one.
    private static let sameRules = [
        "base_already_chosen": "part_already_chosen", "scoops_already_chosen": "part_already_chosen",
        "empty_square": "not_your_piece", "still_in_check": "king_in_check", "must_draw": "move_left",
        "must_play": "move_left", "no_opening_move": "reveals_at_opening",
    ]
}

extension ErrorCode {
    /// The name of its sentence; codes that mean the same to a player share one.
    var sentence: String {
        switch self {
        case .staleRevision, .notYourTurn, .illegalMove, .sessionOver, .notSeated, .noOpenSeat, .seatTaken,
            .alreadyCommitted, .notFound, .notAllowed, .unauthenticated, .rateLimited, .internal:
            "refused.\(rawValue)"
        case .unknownGame, .badOptions: "refused.unknown_game"
        case .badRequest, .methodNotAllowed, .payloadTooLarge, .headersTooLarge, .idempotencyKeyReused:
            "refused.bad_request"
        case .requestTimeout, .unavailable: "offline"
        case .unknown: "refused"
        }
    }
}
