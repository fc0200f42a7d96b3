/// The randomness of one event, handed to the rules by whoever referees.
///
/// It is the same for every attempt at the same event, so that a repeated or cancelled move can't roll again.
public struct GameRandom: RandomNumberGenerator {
    private var source: any RandomNumberGenerator

    /// Randomness from some generator; the referee decides which.
    public init(_ source: some RandomNumberGenerator) { self.source = source }

    /// The next 64 bits.
    public mutating func next() -> UInt64 { source.next() }
}
