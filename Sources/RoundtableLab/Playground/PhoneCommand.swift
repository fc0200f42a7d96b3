import RoundtableJSON
import RoundtableModel

/// An action of the user of a phone.
enum PhoneCommand: Sendable {
    case create(game: String, options: GameJSON? = nil, move: GameJSON? = nil, clock: ClockSettings? = nil)
    case tap(bubble: String)
    case close
    case refresh
    case play(GameJSON)
    case join
    case act(Action, kind: OfferKind? = nil, seat: Int? = nil)
    case nudge
    case send
    case cancel
    case vanish
    case stageAgain(bubble: String)
    case showLinkCode
    case enterLinkCode(String)
    case dismiss
    /// Takes what the device was told of a session away.
    case putAway(SessionID)

    /// The command of that name, with the members of a request's body; nil if there is no such command.
    init?(_ name: Substring, _ body: JSONElement) throws(JSONError) {
        switch name {
        case "create":
            self = .create(
                game: try body.read("game"), options: try body.readIfPresent("options"),
                move: try body.readIfPresent("move"), clock: try body.readIfPresent("clock"))
        case "tap": self = .tap(bubble: try body.read("bubble"))
        case "close": self = .close
        case "refresh": self = .refresh
        case "play": self = .play(try body.read("move"))
        case "join": self = .join
        case "act":
            self = .act(
                Action(rawValue: try body.read("action")), kind: try body.readIfPresent("kind"),
                seat: try body.readIfPresent("seat"))
        case "nudge": self = .nudge
        case "send": self = .send
        case "cancel": self = .cancel
        case "vanish": self = .vanish
        case "stage": self = .stageAgain(bubble: try body.read("bubble"))
        case "show-link-code": self = .showLinkCode
        case "enter-link-code": self = .enterLinkCode(try body.read("code"))
        case "dismiss": self = .dismiss
        case "put-away": self = .putAway(try body.read("session"))
        default: return nil
        }
    }

    /// Whether it leaves behind what the app remarks on the messages that were tapped and sent before it.
    var goesOn: Bool {
        switch self {
        case .create, .tap, .close, .play, .join, .act, .nudge, .send, .cancel, .vanish, .stageAgain: true
        case .refresh, .showLinkCode, .enterLinkCode, .dismiss, .putAway: false
        }
    }
}
