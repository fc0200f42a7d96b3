import GameRules

struct Member: Sendable {
    let person: Person
    let temper: Temper
    /// The devices with the app; the first is their phone.
    let devices: [SimulatedDevice.ID]
    /// Whether the second device got the Keychain of the first; otherwise it begins as a stranger.
    let sharesKeychain: Bool
    let nickname: String?
    var isPresent: Bool
}

extension Member {
    /// The names of those who may come, in the order in which they do.
    static let names = ["Amber", "Ben", "Chris", "Dora", "Emil", "Fay", "Gus", "Hana"]

    /// Draws somebody from a seed.
    init(_ name: String, number: Int, habits: Set<Habit>, using random: inout SeededRandom) {
        let person = Person(name)
        let (devices, keychain) = (Double.random(in: 0..<1, using: &random), Bool.random(using: &random))
        let (temper, absence) = (Double.random(in: 0..<1, using: &random), Double.random(in: 0..<1, using: &random))
        let isNamed = Bool.random(using: &random)
        self.person = person
        self.temper = Self.temper(temper, habits: habits)
        let hasTwo = habits.contains(.secondDevice) && devices < 0.35
        self.devices = (hasTwo ? ["phone", "tablet"] : ["phone"]).map { SimulatedDevice.ID(owner: person, name: $0) }
        sharesKeychain = keychain
        nickname = habits.contains(.nickname) && isNamed ? Self.nickname(of: person) : nil
        isPresent = number < 2 || !habits.contains(.comeAndGo) || absence < 0.8
    }

    /// The nickname of a person; no text of a game looks like it.
    static func nickname(of person: Person) -> String { "Nick \(person.name)" }

    private static func temper(_ drawn: Double, habits: Set<Habit>) -> Temper {
        switch drawn {
        case ..<0.15 where habits.contains(.lie): .liar
        case ..<0.35 where habits.contains(.attack): .attacker
        default: .honest
        }
    }
}

/// The ways to deal with the others and with the service.
package enum Temper: String, Sendable, CaseIterable {
    /// Reports what their devices say.
    case honest
    /// Reports anybody as the sender of what they open.
    case liar
    /// Sends others' bubbles again, forges tokens, and wants others' seats. The devices report truly, so as not to be
    /// noticed; other credentials tell the service anything.
    case attacker

    var reportsTruly: Bool { self != .liar }
}
