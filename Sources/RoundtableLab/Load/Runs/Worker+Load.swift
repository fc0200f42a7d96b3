import GameRules
import DequeModule
import NIOCore

extension Worker {
    /// The delay with which a step may begin at the end.
    private static let grace = TimeAmount.seconds(1)

    /// Carries a load until its time is over, and waits for the last answers.
    func carry(_ load: Load, from beginning: NIODeadline) async {
        end = beginning + .fractional(load.length)
        recorder.begin(from: end - .fractional(load.duration), until: end)
        random = SeededRandom(seed: load.seed)
        arrivals = load.rate.map { Arrivals(rate: $0, ramp: load.ramp, seed: load.seed &+ 1) }
        remainingSteps = load.steps
        await withTaskGroup { watchers in
            for number in watching.indices { watchers.addTask { await self.watch(number) } }
            await act(load, from: beginning)
            end = min(end, .now())
            for connection in watching { connection.close() }
        }
        if remainingSteps != 0 { recordUnbegun(from: beginning) }
    }

    private func act(_ load: Load, from beginning: NIODeadline) async {
        await withTaskGroup { players in
            for (number, connection) in connections.prefix(load.connections).enumerated() {
                let pause = load.rate == nil ? load.ramp * Double(number) / Double(load.connections) : 0
                players.addTask { await self.act(over: connection, from: beginning, after: pause) }
            }
        }
    }

    private func act(over connection: Connection, from beginning: NIODeadline, after pause: Double) async {
        await sleep(until: beginning + .fractional(pause))
        // An arrival in time is served, if there is somebody soon.
        let last = arrivals == nil ? end : end + Self.grace
        while .now() < last, remainingSteps != 0 {
            remainingSteps? -= 1
            var start: NIODeadline?
            if let next = arrivals?.next() {
                let arrival = beginning + .fractional(next)
                guard arrival < end else { return }
                await sleep(until: arrival)
                start = arrival
            }
            await step(over: connection, since: start)
        }
    }

    /// Arrivals that nobody was free for have waited until the end at least.
    private func recordUnbegun(from beginning: NIODeadline) {
        while let next = arrivals?.next(), case let arrival = beginning + .fractional(next), arrival < end {
            recorder.recordUnbegun(since: arrival, at: end)
        }
        arrivals = nil
    }

    private func step(over connection: Connection, since start: NIODeadline?) async {
        let step = rollStep()
        guard step != .contest else { return await contest(over: connection, since: start) }
        guard let place = idle.popFirst() else {
            preconditionFailure("There are at least as many sessions as connections")
        }
        defer { idle.append(place) }
        let session = sessions[place]
        switch step {
        case .turn: await turn(in: session, over: connection, since: start)
        case .draft: await draft(in: session, over: connection, since: start)
        case .read: await read(session, over: connection, since: start)
        case .open: await open(session, over: connection, since: start)
        case .contest: break
        }
        if session.next == nil { await renew(session, over: connection) }
    }
}

extension TimeAmount {
    /// A number of seconds.
    static func fractional(_ seconds: Double) -> TimeAmount { .nanoseconds(Int64(seconds * 1e9)) }
}
