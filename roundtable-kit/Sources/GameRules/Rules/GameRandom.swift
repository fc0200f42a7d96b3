/// The randomness of one event, handed to the rules by whoever referees.
///
/// It is the same for every attempt at the same event, so that a repeated or cancelled move can't roll again. What is
/// drawn with ``number(below:)``, ``die(sides:)`` and ``shuffle(_:)`` follows from the 64-bit numbers by a procedure
/// that is written down here, so that anybody can check a deal or a roll once the seed is known.
public struct GameRandom: RandomNumberGenerator {
    private var source: any RandomNumberGenerator

    /// Randomness from some generator; the referee decides which.
    public init(_ source: some RandomNumberGenerator) { self.source = source }

    /// The next 64 bits.
    public mutating func next() -> UInt64 { source.next() }

    /// A number from 0 to `bound - 1`, each as likely as any other.
    ///
    /// Draws 64 bits until they are below the greatest multiple of `bound` that 64 bits can hold, and takes the
    /// remainder: rejection sampling, without the bias of a remainder alone.
    ///
    /// - Precondition: `bound` is positive.
    public mutating func number(below bound: Int) -> Int {
        precondition(bound > 0, "There is no number below \(bound)")
        let bound = UInt64(bound)
        let rest = (UInt64.max % bound + 1) % bound
        while true {
            let number = source.next()
            if number <= UInt64.max - rest { return Int(number % bound) }
        }
    }

    /// A roll of a die, from 1 to as many as it has sides.
    public mutating func die(sides: Int = 6) -> Int { number(below: sides) + 1 }

    /// Shuffles by Fisher and Yates: from the last place to the second, each is swapped with one at or before it.
    public mutating func shuffle<Element>(_ elements: inout [Element]) {
        for last in elements.indices.dropFirst().reversed() { elements.swapAt(last, number(below: last + 1)) }
    }
}
