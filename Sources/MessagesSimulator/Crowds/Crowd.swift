package import Foundation
import GameRules
import RoundtableModel
package import RoundtableClient

/// People drawn from a seed who play in one conversation, step by step, while an oracle checks every device.
///
/// The same seed, people and habits lead to the same actions wherever the service decides the same. What decides
/// between two people who act at the same moment is the service's affair.
package actor Crowd {
    package nonisolated let seed: UInt64
    nonisolated let habits: Set<Habit>
    /// The games that are played: those of the service, or only one.
    nonisolated let games: [PlayedGame]
    nonisolated let world: Simulation
    nonisolated let group: Group.ID
    /// Brings the service to when claims are due, and lets it do what is due; nil where that can't be done.
    nonisolated let letTimePass: (@Sendable () async throws -> Void)?
    /// After what time claims end by themselves; nil for never.
    nonisolated let claimsLast: Duration?
    var members: [Member]
    var apps: [SimulatedDevice.ID: App] = [:]
    var oracle: Oracle
    var journal = Journal()
    var tally = Tally()
    /// The games played so far; the last is the current one.
    var sessions: [SessionID] = []
    var surveys: [SessionID: Survey] = [:]
    /// Until when the service may still be replacing a player by another, or by nobody: in many sessions, one after the
    /// other, it takes some seconds.
    var replacesUntil = ContinuousClock.now
    /// Whether nobody is called by a wrong name any more.
    var isSettled = false
    /// The effects of this step, to be checked after it.
    var effects = StepEffects()

    /// Draws people and brings them together around a service.
    ///
    /// - Parameters:
    ///   - game: the name of the only game that they play; nil for any of the service's.
    ///   - isWaiting: whether letting time pass takes that time, so that claims come due in between, too.
    ///   - claimsLast: after what time claims end by themselves; nil for never.
    ///   - judgesClaims: whether claims must come to what the rules make of them; else only the harm that they do
    ///     counts.
    package init(
        seed: UInt64, people: Int? = nil, habits: Set<Habit> = .everything,
        playing game: String? = nil, service: URL,
        transport: any Transport = URLSessionTransport(), letTimePass: (@Sendable () async throws -> Void)? = nil,
        isWaiting: Bool = false, claimsLast: Duration? = nil, judgesClaims: Bool = true
    ) async throws {
        var random = SeededRandom(seed: seed, for: "people")
        let count = min(max(people ?? Int.random(in: 2...8, using: &random), 2), Member.names.count)
        members = Member.names.prefix(count).enumerated().map { number, name in
            Member(name, number: number, habits: habits, using: &random)
        }
        self.seed = seed
        self.habits = habits
        let client = RoundtableClient(baseURL: service, credential: nil, transport: transport)
        games = try await client.games().games.map { PlayedGame($0) }.filter { game == nil || $0.name == game }
        guard !games.isEmpty else { throw SimulationError.unknownGame(game ?? "") }
        self.letTimePass = letTimePass
        self.claimsLast = claimsLast
        world = Simulation(seed: seed, service: service, transport: transport, retries: .never)
        group = await world.addGroup(members.filter(\.isPresent).map(\.person))
        oracle = Oracle(members, judgesClaims: judgesClaims)
        oracle.ledger.isClockRunning = isWaiting
        for member in members { try await equip(member, using: &random) }
    }

    private func equip(_ member: Member, using random: inout SeededRandom) async throws {
        for device in member.devices {
            await world.addDevice(of: member.person, named: device.name)
            let (isOther, hasHandle) = (device != member.devices.first, Bool.random(using: &random))
            let isXcodes = habits.contains(.changeIdentifiers) && Int.random(in: 1...8, using: &random) == 1
            let keychain = await isOther && member.sharesKeychain ? world[member.devices[0]].keychain : nil
            await world.change(device) { settings in
                settings.handle = isOther && hasHandle ? "\(member.person.name)@example.com" : nil
                settings.isXcodeSimulator = isXcodes
                settings.keychain = keychain
            }
            try await open(on: device)
        }
    }
}

extension Crowd {
    /// Lets people do things and checks after each of them that all promises hold.
    ///
    /// - Throws: a ``Violation``, or whatever keeps the service from answering.
    package func play(steps: Int, progress: @Sendable (Int) -> Void = { _ in }) async throws {
        for _ in 0..<steps {
            try await step {
                effects = StepEffects()
                // An action without effect, such as a look at an empty transcript, does not count as a step.
                repeat { try await doSomething() } while effects.sessions.isEmpty
                try await check()
            }
            progress(tally.steps)
        }
    }

    /// - Throws: a ``Violation``, if the oracle finds something.
    func step(_ body: () async throws -> Void) async throws {
        tally.steps += 1
        journal.begin(step: tally.steps)
        do {
            try await body()
        } catch let finding as OracleFinding {
            throw violation(by: finding)
        }
    }

    package var report: Report { Report(tally: tally, oracle: oracle, isSettled: isSettled, played: sessions) }

    private func doSomething() async throws {
        tally.attempts += 1
        var random = SeededRandom(seed: seed, for: "attempt \(tally.attempts)")
        let habit = drawHabit(of: isOver ? next : habits, using: &random)
        if habit == .together {
            let (first, second) = (drawHabit(of: together, using: &random), drawHabit(of: together, using: &random))
            guard let one = draw(first, lane: 1), let other = draw(second, lane: 2) else { return }
            async let done: Void = act(one)
            // Nobody does two things at once on one device.
            if other.device != one.device { try await act(other) }
            try await done
        } else if let action = draw(habit, lane: 0) {
            try await act(action)
        }
    }

    private var together: Set<Habit> { habits.intersection([.tap, .move, .join, .decide]) }

    /// The habits of people whose game is over: they begin another one, or ask for a rematch.
    private var next: Set<Habit> { sessions.isEmpty ? [.begin] : habits.intersection([.agree]).union([.begin]) }

    private var isOver: Bool {
        guard let session = sessions.last else { return true }
        return surveys[session]?.isOver ?? false
    }

    private func drawHabit(of habits: Set<Habit>, using random: inout SeededRandom) -> Habit {
        random.draw(of: Habit.allCases.filter(habits.contains), by: \.weight) ?? .tap
    }

    private func violation(by finding: OracleFinding) -> Violation {
        let people = members.map { member in
            let devices = member.devices.map(\.name).joined(separator: " and ")
            return "\(member.person.name), \(member.temper.rawValue), with \(devices)"
        }
        let history = finding.notebook.flatMap { oracle.ledger.notebooks[$0]?.history } ?? []
        let reports = history.map { "it reported that \($0)" }
        let lines = ["\(members.count) people: \(people.joined(separator: "; "))"] + reports + journal.transcript
        return Violation(
            description: "Seed \(seed), step \(tally.steps): \(finding)" + lines.map { "\n    \($0)" }.joined())
    }
}

/// The people, sessions and messages that one step touched.
struct StepEffects: Sendable {
    var people: Set<Person> = []
    var sessions: Set<SessionID> = []
    var compositions: [Composition] = []
}
