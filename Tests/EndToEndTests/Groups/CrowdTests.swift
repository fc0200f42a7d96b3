import Foundation
import GameRules
import Games
import RoundtableModel
import TestSupport
import Testing

@testable import MessagesSimulator

@Suite("Whatever a crowd does", .database)
struct CrowdTests {
    /// NB: in the group of seed 16, somebody who lies about senders is robbed of a seat.
    @Test(
        "nobody is called by a wrong name that is not explained and settled, and no seat gets lost",
        arguments: [(1, 100), (2, 100), (16, 40)] as [(UInt64, Int)])
    func everything(seed: UInt64, steps: Int) async throws {
        try await LiveService.run { service in
            let crowd = try await Crowd(seed: seed, service: service.url, letTimePass: service.letTimePass)
            try await expectPromisesKept(to: crowd, steps: steps, by: service)
        }
    }

    @Test(
        "every game is played on, by friends who move as often as they look",
        arguments: GameLibrary.standard.names.map(\.rawValue))
    func everyGame(game: String) async throws {
        try await LiveService.run { service in
            let crowd = try await Crowd(seed: 1, people: 3, habits: .friendly, playing: game, service: service.url)
            let events = try await expectPromisesKept(to: crowd, steps: 30, by: service)
            #expect(events > 2)
        }
    }

    @Test("who leaves a game that waits has lost no seat, whoever's look makes it count", arguments: [true, false])
    func leaving(reporting: Bool) async throws {
        try await LiveService.run { service in
            let crowd = try await Crowd(
                seed: 1, people: 3, habits: [], playing: "crazy-eights", service: service.url)
            let seats = try await crowd.leaveWaitingGame(reporting: reporting)
            #expect(seats == [.taken, .open, .open])
        }
    }

    /// Lets a crowd play, and looks through what is stored of its games.
    ///
    /// - Returns: how many events they have.
    @discardableResult
    private func expectPromisesKept(to crowd: Crowd, steps: Int, by service: LiveService) async throws -> Int {
        try await crowd.play(steps: steps)
        try await crowd.settle()
        let report = await crowd.report
        #expect(report.isSettled)
        var events = 0
        for session in report.sessions {
            let id = try #require(UUID(uuidString: session))
            events += try await Audit(store: service.store).expectConsistency(of: id).count
        }
        return events
    }
}

extension Crowd {
    /// Amber begins a game, Ben takes a seat and gives it up, and Amber opens the message; the seats as she sees them.
    fileprivate func leaveWaitingGame(reporting: Bool) async throws -> [SeatState] {
        var random = SeededRandom(seed: seed, for: "leaving")
        let (amber, ben) = (members[0], members[1])
        try await step(of: amber) { try await begin(on: $0, using: &random) }
        try await step(of: ben) { try await tap(on: $0) }
        try await step(of: ben) { device in
            try await join(on: device)
            try await send(from: device)
        }
        try await step(of: ben) { device in
            try await leave(by: .leave, on: device)
            try await send(from: device, reporting: reporting)
        }
        try await step(of: amber) { try await tap(on: $0) }
        return await app(on: amber.devices[0]).view?.seats.map(\.state) ?? []
    }

    private func step(of member: Member, _ action: (SimulatedDevice.ID) async throws -> Void) async throws {
        effects = StepEffects()
        effects.people.insert(member.person)
        for member in members { await world.deliver(to: member.devices[0], in: group) }
        try await action(member.devices[0])
        try await check()
    }

    /// Opens the newest bubble.
    private func tap(on device: SimulatedDevice.ID) async throws {
        guard let newest = await world.transcript(on: device, in: group).bubbles.last else {
            throw SimulationError.notInTranscript
        }
        try await tap(newest, on: device)
    }
}
