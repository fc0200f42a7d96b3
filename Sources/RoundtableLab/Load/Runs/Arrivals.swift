import GameRules
import Foundation

/// When steps are to begin: independent of each other and of the answers (a Poisson process), growing to its rate.
///
/// Whoever is free takes the next arrival. One that had to wait because nobody was free is measured from when it should
/// have begun, so that a service that stalls can't hide how many it kept waiting.
struct Arrivals {
    private let rate: Double
    private let ramp: Double
    private var random: SeededRandom
    /// The number of arrivals that there would have been on average until the last one.
    private var expected = 0.0

    /// Arrivals at a rate in steps a second, after a time of growing to it in seconds.
    init(rate: Double, ramp: Double, seed: UInt64) {
        self.rate = rate
        self.ramp = ramp
        random = SeededRandom(seed: seed)
    }

    /// The next arrival, in seconds from the beginning.
    mutating func next() -> Double {
        expected -= log(1 - Double.random(in: 0..<1, using: &random))
        let whileGrowing = rate * ramp / 2
        return expected < whileGrowing ? (2 * ramp * expected / rate).squareRoot() : expected / rate + ramp / 2
    }
}
