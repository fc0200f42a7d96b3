import Foundation
import GameRules
import TestSupport
import Testing

@testable import Roundtable

@Suite("Bytes that are left behind")
struct ByteAllowanceTests {
    private let quotas: Quotas = {
        var quotas = Quotas()
        quotas.sessionBytes = 16_000
        return quotas
    }()

    @Test("a seat's bytes are charged whenever they reach another unit, and no sooner")
    func units() {
        var seating = Seating(openSeats: 2)
        let unit = ByteCharge.unit
        let charged = [unit - 1, 1, unit - 1, 2 * unit, 1].map { seating.count($0, ofEventBy: 1) }
        #expect(charged == [0, unit, 0, 2 * unit, unit])
        let ofFirst = [seating.count(unit - 1, ofEventBy: 0), seating.count(1, ofEventBy: nil)]
        #expect(ofFirst == [0, unit])
        #expect(seating.bytes == [unit, 4 * unit] && seating.historyBytes == 5 * unit)
    }

    /// The bytes that a session's history may have with an event of a kind.
    private func allowed(_ kind: Event.Kind, draft: DraftID? = nil, operation: Roundtable.Operation? = nil) -> Int? {
        let details = Event.Details(texts: MessageTexts(caption: GameText("k")), draft: draft, operation: operation)
        let event = Event(revision: 2, kind: kind, seat: 0, player: .numbered(1), at: .testing, details: details)
        return quotas.allowance(for: event, isAsked: true).ofSession
    }

    /// Whether a seat may add some bytes to a history.
    private func isAllowed(_ bytes: Int, by seat: SeatIndex?, in seating: Seating) -> Bool {
        (try? ByteAllowance(ofSession: 16_000).check(seating, adding: bytes, by: seat)) != nil
    }

    @Test("a seat can use up half of the quota and its share of the other half; others have theirs", arguments: 1...8)
    func shares(seats: Int) {
        var seating = Seating(openSeats: seats)
        let share = 8000 / seats
        #expect(isAllowed(8000 + share, by: 0, in: seating) && !isAllowed(8001 + share, by: 0, in: seating))
        _ = seating.count(8000 + share, ofEventBy: 0)
        #expect(!isAllowed(1, by: 0, in: seating))
        for seat in 1..<max(1, seats) {
            #expect(isAllowed(share, by: SeatIndex(seat), in: seating))
            #expect(!isAllowed(share + 1, by: SeatIndex(seat), in: seating))
            _ = seating.count(share, ofEventBy: SeatIndex(seat))
        }
        #expect(seating.historyBytes <= 16_000)
        #expect(!isAllowed(16_001 - seating.historyBytes, by: nil, in: seating))
    }

    @Test("who has no seat may use what is left to a new one")
    func newcomer() {
        var seating = Seating(openSeats: 4)
        _ = seating.count(10_000, ofEventBy: 0)
        #expect(isAllowed(2000, by: nil, in: seating) && !isAllowed(2001, by: nil, in: seating))
    }

    @Test("what ends a game, what time does, and what operators do, is always possible")
    func endings() {
        for kind in [Event.Kind.resigned, .left, .abandoned, .timedOut, .skipped] { #expect(allowed(kind) == nil) }
        #expect(allowed(.skipped, operation: Roundtable.Operation(by: "Olga", reason: "")) == nil)
        for kind in [Event.Kind.moved, .joined, .started, .opened] { #expect(allowed(kind) == 16_000) }
    }

    @Test("a claim that is granted, and a draft that was allowed before, has a reserve")
    func reserve() {
        #expect(allowed(.reclaimed) == 17_000)
        #expect(allowed(.moved, draft: DraftID(.numbered(1))) == 17_000)
    }

    @Test("only what a player asks for is charged, and drafts and sessions only if they are large")
    func charges() throws {
        let event = Event(
            revision: 2, kind: .moved, seat: 0, player: .numbered(1), at: .testing,
            details: Event.Details(texts: MessageTexts(caption: GameText("k"))))
        #expect(quotas.allowance(for: event, isAsked: true).ofPlayer == quotas.playerBytes)
        #expect(quotas.allowance(for: event, isAsked: false).ofPlayer == nil)
        let allowance = quotas.allowanceForSession
        #expect(try allowance.charge(of: ByteCharge.large - 1, to: .numbered(1), at: .testing) == nil)
        #expect(try allowance.charge(of: ByteCharge.large, to: .numbered(1), at: .testing)?.bytes == ByteCharge.large)
    }

    @Test("a day's quota is refused until the day is over")
    func retry() {
        let charge = ByteCharge(
            player: .numbered(1), at: Date(timeIntervalSince1970: 86_400 * 20_000 + 86_000), bytes: 1, quota: 1)
        #expect(charge.refusal.code == .quotaExceeded && charge.refusal.quota == .playerBytes)
        #expect(charge.refusal.retryAfter == 400)
    }
}
