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
