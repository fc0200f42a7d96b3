/// Some events of a session in order, and where it goes on.
package struct EventPage: Sendable {
    /// The most bytes of several events: four whole states of the open game, or more ordinary events than a page has.
    package static let bytes = 256 << 10

    package let events: [Event]
    /// The revision to ask for more after; nil if there are no more.
    package let next: Int?
}
