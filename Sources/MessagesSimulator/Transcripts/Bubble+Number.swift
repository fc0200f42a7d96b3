extension Bubble.ID: CustomStringConvertible {
    /// The number by which a page refers to the bubble.
    package var description: String { "\(number)" }
}
