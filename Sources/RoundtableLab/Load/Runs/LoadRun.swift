import Foundation
import NIOCore
import NIOPosix

/// A service under load: sessions that were begun, and workers that play them.
struct LoadRun: Sendable {
    private let workers: [Worker]
    private let progress: ProgressLine
    private let watched: [WatchedProcess]

    /// Prepares a scenario for as many players at the same time as connections, spread over as many event loops as
    /// threads; lends the run, and ends it.
    static func with<Output: Sendable>(
        _ scenario: Scenario, of target: Target, connections: Int, threads: Int = 1, seed: UInt64 = 1,
        watching watched: [WatchedProcess] = [], progress: ProgressLine = .hidden,
        _ body: (LoadRun) async throws -> Output
    ) async throws -> Output {
        let script = try scenario.script()
        guard scenario.isContest || scenario.sessions >= connections else {
            throw LabError(
                description: "\(connections) players at the same time need as many sessions; there are "
                    + "\(scenario.sessions).")
        }
        let threads = max(1, min(threads, scenario.sessions, connections))
        let group = MultiThreadedEventLoopGroup(numberOfThreads: threads)
        let workers = (0..<threads).map { number in
            Worker(
                scenario.share(number, of: threads), script, connections: connections.share(number, of: threads),
                seed: seed &+ UInt64(number) &* 0x1000_0000, of: target, on: group.next())
        }
        let run = LoadRun(workers: workers, progress: progress, watched: watched)
        let outcome: Result<Output, any Error>
        do {
            try await run.prepare(scenario)
            outcome = .success(try await body(run))
        } catch {
            outcome = .failure(error)
        }
        for worker in workers { await worker.close() }
        try await group.shutdownGracefully()
        return try outcome.get()
    }

    private func prepare(_ scenario: Scenario) async throws {
        let people = ProgressMeter("players", of: scenario.people, on: progress)
        let credentials = try await onEachWorker { worker, _ in try await worker.makePlayers { people.advance() } }
        let players = credentials.joined().enumerated().map { LoadPlayer(number: $0, credential: $1) }
        let sessions = ProgressMeter("sessions", of: scenario.sessions, on: progress)
        _ = try await onEachWorker { worker, _ in
            try await worker.beginSessions(players: players) { sessions.advance() }
        }
        progress.clear()
    }

    func carry(_ load: Load) async throws -> RunReport.Trial {
        let beginning = NIODeadline.now()
        let watching = Task { await watch(load) }
        defer { watching.cancel() }
        _ = try await onEachWorker { worker, number in
            await worker.carry(load.share(number, of: workers.count), from: beginning)
        }
        watching.cancel()
        var measurement = Measurement()
        for worker in workers { measurement.add(await worker.takeMeasurement()) }
        return RunReport.Trial(load, measurement, timeline: await watching.value)
    }

    /// Compares the history of a few sessions with what was acknowledged.
    func verify(_ count: Int) async throws -> RunReport.Verification {
        let share = (count + workers.count - 1) / workers.count
        let parts = try await onEachWorker { worker, _ in await worker.verify(share) }
        return parts.reduce(into: RunReport.Verification()) { $0.add($1) }
    }

    /// Looks at all workers every second, until the task is cancelled because the load is over.
    private func watch(_ load: Load) async -> [RunReport.Moment] {
        var moments: [RunReport.Moment] = []
        let clock = ContinuousClock()
        var watch = ProcessWatch([.own] + watched)
        let start = clock.now
        for second in 1... {
            guard (try? await clock.sleep(until: start + .seconds(second))) != nil else { break }
            var interval = Recorder.Interval()
            for worker in workers {
                await worker.expireRequests()
                interval.add(await worker.takeInterval())
            }
            let moment = RunReport.Moment(second: Double(second), interval, processes: watch.look())
            moments.append(moment)
            progress.show(moment, of: load)
        }
        progress.clear()
        return moments
    }

    private func onEachWorker<Output: Sendable>(
        _ work: @escaping @Sendable (Worker, Int) async throws -> Output
    ) async throws -> [Output] {
        try await withThrowingTaskGroup(of: (Int, Output).self) { tasks in
            for (number, worker) in workers.enumerated() {
                tasks.addTask(executorPreference: worker.executor) { (number, try await work(worker, number)) }
            }
            return try await tasks.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }
}

struct Target: Sendable {
    let url: URL
    let address: SocketAddress
    let host: String
    /// Whether every player comes from an address of their own, as a proxy tells which the service trusts.
    let isForwarding: Bool

    /// Finds a service by its URL; only plain HTTP, because what is measured is the service.
    init(_ text: String, isForwarding: Bool = false) throws {
        guard let url = URL(string: text), url.scheme == "http", let name = url.host() else {
            throw LabError(description: "\(text) is no address of the form http://HOST:PORT.")
        }
        self.url = url
        self.isForwarding = isForwarding
        let port = url.port ?? 80
        address = try SocketAddress.makeAddressResolvingHost(name, port: port)
        host = "\(name):\(port)"
    }
}

/// Searches for the highest rate that a service keeps up with: doubles it until it fails, then halves the gap.
struct LimitSearch: Sendable {
    private(set) var kept: Double?
    private(set) var failed: Double?
    private let start: Double

    init(from start: Double) { self.start = start }

    /// The rate to try next; nil when the limit is known to 5 %.
    var next: Double? {
        switch (kept, failed) {
        case (nil, nil): start
        case (let kept?, nil): kept * 2
        case (nil, let failed?): failed > 1 ? failed / 2 : nil
        case (let kept?, let failed?): failed / kept > 1.05 ? (kept + failed) / 2 : nil
        }
    }

    mutating func note(_ rate: Double, isKept: Bool) {
        if isKept { kept = max(kept ?? 0, rate) } else { failed = min(failed ?? .infinity, rate) }
    }
}

extension LoadRun {
    /// Searches for the highest rate whose 99 % latency is not above a limit, with everything answered in time and
    /// right. Gives the trial at that rate, or the last one if none was good, and all trials.
    func findLimit(_ load: Load, p99 limit: Double) async throws -> (RunReport.Trial, [RunReport.Trial]?) {
        var search = LimitSearch(from: load.rate ?? 500)
        var trials: [RunReport.Trial] = []
        var best: RunReport.Trial?
        while let rate = search.next {
            var tried = load
            tried.rate = rate
            let trial = try await carry(tried)
            trials.append(trial)
            let isKept = trial.keeps(p99: limit)
            search.note(rate, isKept: isKept)
            if isKept { best = trial }
        }
        guard let last = trials.last else { preconditionFailure("A search begins with a trial") }
        return (best ?? last, trials)
    }
}

extension RunReport.Trial {
    /// Whether the service kept up: fast enough, without an error, and with what was asked of it.
    func keeps(p99 limit: Double) -> Bool {
        steps.p99 <= limit && errors.isEmpty && unbegun == 0 && steps.rate >= 0.95 * (load.rate ?? 0)
    }
}
