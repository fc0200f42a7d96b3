import RoundtableJSON

/// One of the things that Messages, or life, does to people.
enum Trick: Sendable {
    case deliver(phone: Int?, backwards: Bool)
    case late(phone: Int, Bool)
    case sendAllAtOnce
    case lose(phone: Int)
    case reinstall(phone: Int)
    case addDevice(phone: Int)
    case leave(phone: Int)
    case comeBack(phone: Int)
    case airplaneMode(phone: Int, Bool)
    case speak(phone: Int, language: String)
    case startAfresh(people: Int)

    /// The trick of that name, with the members of a request's body.
    ///
    /// - Throws: `JSONError`, if a member is missing; nil if there is no such trick.
    init?(_ name: Substring, _ body: JSONElement) throws(JSONError) {
        switch name {
        case "deliver":
            self = .deliver(
                phone: try body.readIfPresent("phone"), backwards: try body.readIfPresent("backwards") ?? false)
        case "late": self = .late(phone: try body.read("phone"), try body.read("on"))
        case "send-all-at-once": self = .sendAllAtOnce
        case "lose": self = .lose(phone: try body.read("phone"))
        case "reinstall": self = .reinstall(phone: try body.read("phone"))
        case "add-device": self = .addDevice(phone: try body.read("phone"))
        case "leave": self = .leave(phone: try body.read("phone"))
        case "come-back": self = .comeBack(phone: try body.read("phone"))
        case "airplane-mode": self = .airplaneMode(phone: try body.read("phone"), try body.read("on"))
        case "speak": self = .speak(phone: try body.read("phone"), language: try body.read("language"))
        case "start-afresh": self = .startAfresh(people: try body.read("people"))
        default: return nil
        }
    }
}
