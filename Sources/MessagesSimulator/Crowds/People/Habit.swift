/// The habits of people in a crowd.
package enum Habit: String, Sendable, CaseIterable {
    /// Open a bubble, the newest or an old one.
    case tap
    /// Open a bubble, then move.
    case move
    /// Take an open seat without moving.
    case join
    /// Offer a draw, an undo or a pause, answer an offer, go on after a pause, or ask for a rematch.
    case agree
    /// Show the current state in a message of their own.
    case nudge
    /// Decide about what is still in the input field.
    case decide
    /// Look again without a bubble.
    case refresh
    /// Get what is under way to a device.
    case receive
    /// Do two things at the same moment.
    case together
    /// Leave one's seat, or give up.
    case leave
    /// Begin another game before the last one is over.
    case begin
    /// Come into the conversation or go from it.
    case comeAndGo
    /// Install the app again; the Keychain is kept.
    case reinstall
    /// Get a new phone without the Keychain.
    case newPhone
    /// Type a code that another device of the same person shows.
    case link
    /// Ask the others to vouch for a seat: honest people on a new phone for one that was theirs, attackers for
    /// anybody's.
    case reclaim
    /// Open what asks to vouch.
    case witness
    /// Vouch for whoever asks, by a lie about who sent an earlier bubble.
    case vouch
    /// Let the time go by in which the holder of a claimed seat can object.
    case wait
    /// Erase oneself, and begin anew.
    case erase
    /// Put somebody else's bubble back into the conversation.
    case resend
    /// Ask about a token that the service never made.
    case forge
    /// Take seats with credentials that nobody has ever seen a message of, and vouch with them for a thief whose
    /// message nobody else is shown.
    case steal
    /// Take a second seat with another credential, send both players' messages from one account, and vouch as both.
    case doubleUp
    /// Push an honest claim out by those of many newcomers.
    case pushOut

    /// Sit down together as often as not, and be in no hurry to end a game.
    case linger
    /// Own two devices, perhaps with two addresses.
    case secondDevice
    /// Play in Xcode's simulator.
    case changeIdentifiers
    /// Give oneself a name.
    case nickname
    /// Hesitate with what was composed, take it back, or send it while the app is gone.
    case hesitate
    /// Be a liar.
    case lie
    /// Be an attacker.
    case attack

    /// The weight of the habit compared with others; what people are or have is not done at all.
    var weight: Int {
        switch self {
        case .move: 30
        case .tap: 24
        case .witness: 16
        case .together, .wait: 10
        case .nudge, .agree, .decide, .receive, .reclaim: 8
        case .join: 6
        case .resend: 5
        case .vouch: 4
        case .steal, .doubleUp, .pushOut: 3
        case .refresh, .comeAndGo, .reinstall, .forge: 2
        case .leave, .begin, .newPhone, .link, .erase: 1
        case .linger, .secondDevice, .changeIdentifiers, .nickname, .hesitate, .lie, .attack: 0
        }
    }

    /// Who does it; nil for everybody.
    var temper: Temper? {
        switch self {
        case .resend, .forge, .steal, .doubleUp, .pushOut: .attacker
        case .vouch: .liar
        default: nil
        }
    }
}

extension Set<Habit> {
    /// Everything that can happen.
    package static let everything = Set(Habit.allCases)
    /// The habits of friends who mean no harm and whose messages arrive at once.
    package static let friendly: Set = [.tap, .move, .join, .nudge]
}
