import GameRules
import MessagesSimulator
import DequeModule
import NIOCore
import NIOPosix

/// Plays sessions over connections; everything of one worker happens on one event loop.
actor Worker {
    nonisolated let loop: any EventLoop
    /// Tasks that use this worker again and again prefer it.
    nonisolated let executor: LoopExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// The worker's part of what the run plays.
    let scenario: Scenario
    let script: GameScript
    let seed: UInt64
    let connections: [Connection]
    let watching: [Connection]
    var writer: RequestWriter
    var recorder = Recorder()
    var players: [LoadPlayer] = []
    var sessions: [PlayedSession] = []
    /// The places whose sessions nobody acts on, the longest idle first.
    var idle: Deque<Int> = []
    var random: SeededRandom
    var arrivals: Arrivals?
    /// Sessions that are over and were picked to be checked.
    var finished: [PlayedSession] = []
    var finishedCount = 0
    var begun = 0
    var pending = 0..<0
    var credentials: [String] = []
    /// The number of steps that may still begin; nil for as many as there is time for.
    var remainingSteps: Int?
    /// When the last step may begin.
    var end = NIODeadline.distantFuture

    init(
        _ scenario: Scenario, _ script: GameScript, connections count: Int, seed: UInt64, of target: Target,
        on loop: any EventLoop
    ) {
        self.scenario = scenario
        self.script = script
        self.seed = seed
        self.loop = loop
        executor = LoopExecutor(loop)
        connections = (0..<count).map { _ in Connection(to: target.address, on: loop) }
        watching = (0..<scenario.polls + scenario.streams).map { _ in Connection(to: target.address, on: loop) }
        writer = RequestWriter(host: target.host, isForwarding: target.isForwarding)
        random = SeededRandom(seed: seed)
    }

    /// Which step comes next, in the proportion of their weights.
    func rollStep() -> Scenario.Step {
        random.draw(of: Scenario.Step.allCases) { scenario.steps[$0] ?? 0 } ?? .turn
    }

    func sleep(until deadline: NIODeadline) async {
        guard deadline > .now() else { return }
        await withCheckedContinuation { continuation in
            loop.scheduleTask(deadline: deadline) { continuation.resume() }
        }
    }

    /// Gives up requests that take too long; called now and then.
    func expireRequests() {
        let now = NIODeadline.now()
        for connection in connections + watching { connection.expire(at: now) }
    }

    func takeInterval() -> Recorder.Interval { recorder.takeInterval() }

    /// Everything that was measured in the time that counts; afterwards nothing is.
    func takeMeasurement() -> Measurement { recorder.takeMeasurement(at: end) }

    func close() {
        for connection in connections + watching { connection.close() }
    }
}

/// Runs an actor and the tasks that use it on one event loop.
///
/// A continuation resumes where its task prefers to run, and only then goes back to its actor. With an executor that is
/// both, no request wakes another thread.
final class LoopExecutor: SerialExecutor, TaskExecutor {
    private let loop: any EventLoop

    init(_ loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute {
            job.runSynchronously(isolatedTo: self.asUnownedSerialExecutor(), taskExecutor: self.asUnownedTaskExecutor())
        }
    }

    func checkIsolated() { loop.preconditionInEventLoop() }
}
