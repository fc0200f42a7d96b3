import GameRules
import Foundation

struct Load: Codable, Sendable, Equatable {
    /// The number of steps that begin in a second, whatever becomes of those before; nil if each player waits for the
    /// answer and acts again.
    var rate: Double?
    /// The number of players who act at the same time, each on a connection of its own.
    var connections = 64
    /// The time in which the load grows to its full size, in seconds.
    var ramp = 1.0
    /// The time of full load before anything counts, in seconds.
    var warmUp = 3.0
    /// The time that counts, in seconds.
    var duration = 30.0
    /// The number of steps that end the load before its time; nil for as many as there are.
    var steps: Int?
    var seed: UInt64 = 1

    /// From the first request to the last, in seconds.
    var length: Double { ramp + warmUp + duration }

    /// The part of the load that one of several workers carries.
    func share(_ number: Int, of workers: Int) -> Load {
        var share = self
        share.rate = rate.map { $0 / Double(workers) }
        share.steps = steps.map { $0.share(number, of: workers) }
        share.connections = connections.share(number, of: workers)
        share.seed = seed &+ UInt64(number) &* 0x1000_0000
        return share
    }
}

extension Int {
    func share(_ number: Int, of workers: Int) -> Int { self / workers + (number < self % workers ? 1 : 0) }
}

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
