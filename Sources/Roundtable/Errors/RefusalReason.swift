/// The refusals that tell a player more than their code does. The texts have a sentence for each in every language, as
/// `problem.CODE.REASON`; programs read the raw value as the problem's `reason`.
package enum RefusalReason: String, CaseIterable, Error {
    // MARK: Seats and turns

    /// The seat that shall act is not the player's.
    case notYourSeat = "not_your_seat"
    /// Whoever wants to join has a seat.
    case alreadySeated = "already_seated"
    /// Nobody moves before the game has started.
    case waiting
    /// Another seat makes the first move of the game.
    case notFirst = "not_first"
    /// The opening message was not sent yet.
    case notSent = "not_sent"
    /// The opening message was taken back, so that there never was a game.
    case openingTakenBack = "opening_taken_back"
    /// The game has started, or starts by itself.
    case notWaiting = "not_waiting"
    /// Only who opened the game may start it.
    case notCreator = "not_creator"
    /// The game needs more players to start.
    case tooFewPlayers = "too_few_players"
    /// Only its author can take a message back.
    case notAuthor = "not_author"
    /// There is no rematch of a game that goes on.
    case gameNotOver = "game_not_over"

    // MARK: Offers

    /// Nothing can be offered before the game has started.
    case notStarted = "not_started"
    /// The game is not paused and its clock does not stand still, so that it can't go on.
    case notPaused = "not_paused"
    /// The game is paused already.
    case alreadyPaused = "already_paused"
    /// Nobody else plays who could agree.
    case nobodyToAgree = "nobody_to_agree"
    /// This can't be offered in this game: its rules don't know it, or a pause has no clock to stop.
    case notInThisGame = "not_in_this_game"
    /// An offer is open, perhaps the player's own.
    case offerOpen = "offer_open"
    /// The player has taken the same offer back, and nobody has moved since.
    case offerWithdrawn = "offer_withdrawn"
    /// The offer is the player's own.
    case ownOffer = "own_offer"
    /// The player has accepted already.
    case accepted
    /// The seat has made no move that could be taken back, or none for a long time.
    case nothingToUndo = "nothing_to_undo"
    /// Something hidden or random was shown since the move.
    case revealed
    /// Somebody came or went since the move, or came by it.
    case seatsChanged = "seats_changed"

    // MARK: Claims and link codes

    /// Nobody plays at the seat that is claimed.
    case seatEmpty = "seat_empty"
    /// The seat that is claimed is the player's own.
    case ownSeat = "own_seat"
    /// Whoever claims a seat has another one.
    case otherSeat = "other_seat"
    /// In a game of two nobody can vouch.
    case noWitnesses = "no_witnesses"
    /// The player claims another seat of the game.
    case otherClaim = "other_claim"
    /// The seat's holder has objected.
    case objected
    /// Nobody claims the seat that is defended.
    case notClaimed = "not_claimed"
    /// The seat that is defended is not the player's.
    case notHolder = "not_holder"
    /// The claim was granted, so that it can't be taken back.
    case seatRegained = "seat_regained"
    /// The text that was typed is no link code.
    case notCode = "not_a_code"
    /// The link code was never made, is used or too old.
    case wrongCode = "wrong_code"
    /// The link code is the player's own.
    case ownCode = "own_code"

    // MARK: Moves

    /// The move is not in the game's notation.
    case unreadable
    /// The move is in the game's notation and makes no sense. The problem's `reason` is the rules' own.
    case malformed
    /// The move has more bytes, or more of something else, than moves may have.
    case tooLarge = "too_large"
    /// The game begins without a move.
    case noOpeningMove = "no_opening_move"
    /// A move that shows something hidden or random can't open a game.
    case revealsAtOpening = "reveals_at_opening"

    // MARK: Time

    /// The rules take too long in this session.
    case slowSession = "slow_session"
    /// The rules take too long in several sessions of a player.
    case slowPlayer = "slow_player"
    /// The rules take too long in many sessions of a game.
    case slowGame = "slow_game"
    /// Too many want the same at once.
    case busy
}

extension RefusalReason {
    /// The code that goes with the reason.
    var code: ErrorCode {
        switch self {
        case .notYourSeat: .notSeated
        case .alreadySeated: .seatTaken
        case .waiting, .notFirst: .notYourTurn
        case .notSent, .openingTakenBack, .notWaiting, .notCreator, .tooFewPlayers, .notAuthor,
            .gameNotOver, .notStarted, .notPaused, .alreadyPaused, .nobodyToAgree, .notInThisGame, .offerOpen,
            .offerWithdrawn, .ownOffer, .accepted, .nothingToUndo, .revealed, .seatsChanged, .seatEmpty, .ownSeat,
            .otherSeat,
            .noWitnesses, .otherClaim, .objected, .notClaimed, .notHolder, .ownCode:
            .notAllowed
        case .seatRegained: .alreadyCommitted
        case .notCode, .wrongCode: .badRequest
        case .unreadable, .malformed, .tooLarge, .noOpeningMove, .revealsAtOpening: .illegalMove
        case .slowSession, .slowPlayer, .slowGame, .busy: .unavailable
        }
    }
}
