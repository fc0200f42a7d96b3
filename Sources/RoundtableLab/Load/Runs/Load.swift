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
    /// The part of so many things that one of several workers has.
    func share(_ number: Int, of workers: Int) -> Int { self / workers + (number < self % workers ? 1 : 0) }
}
