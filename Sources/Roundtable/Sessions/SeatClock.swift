package import Foundation
package import RoundtableJSON

/// The clock of one seat: when its turn is over, and what is left of its bank. Its times are those of ``ClockTime``.
///
/// The time of a turn is used before the bank. So the bank lasts as long as more of the turn is left than the bank
/// holds, and from then on the bank is what is left of the turn.
package struct SeatClock: Hashable, Sendable {
    /// The milliseconds left in the bank; nil for all that the seat began with.
    package var bank: Int?
    /// When the turn is over; nil while the clock does not run.
    package var deadline: Date?
    /// The milliseconds that were left of a turn when the clock was stopped within it; nil if it was not.
    package var left: Int?

    /// Whether a turn is under way, with a clock that runs or was stopped within it.
    var isInTurn: Bool { deadline != nil || left != nil }

    /// The same clock in a clock time that is so many milliseconds later.
    package func moving(by milliseconds: Int) -> SeatClock {
        SeatClock(bank: bank, deadline: deadline?.adding(milliseconds: milliseconds), left: left)
    }

    /// Stops within a turn, which goes on later.
    mutating func stop(at now: Date) {
        guard let deadline else { return }
        (left, self.deadline) = (max(0, now.milliseconds(to: deadline)), nil)
    }

    /// Goes on with a turn within which it was stopped.
    mutating func goOn(at now: Date) {
        guard let left else { return }
        (deadline, self.left) = (now.adding(milliseconds: left), nil)
    }

    /// Begins a turn of so many milliseconds, with a bank that began with `full` milliseconds.
    mutating func begin(_ turn: Int, bank full: Int, at now: Date) {
        deadline = now.adding(milliseconds: turn + (bank ?? full))
    }

    /// Ends the turn, with a bank that began with `full` milliseconds.
    mutating func end(bank full: Int, at now: Date) {
        stop(at: now)
        if let left, left < bank ?? full { bank = left }
        left = nil
    }
}

/// Times are whole milliseconds since 1970: those of RFC 3339 here are to the second.
extension SeatClock: JSONReadable, JSONObjectWritable {
    private static let epoch = Date(timeIntervalSince1970: 0)

    package func writeMembers(to json: inout JSONWriter) {
        json.member("bank", ifPresent: bank)
        json.member("deadline", ifPresent: deadline.map { Self.epoch.milliseconds(to: $0) })
        json.member("left", ifPresent: left)
    }

    package init(_ json: JSONElement) throws(JSONError) {
        self.init(
            bank: try json.readIfPresent("bank"),
            deadline: try json.readIfPresent("deadline", as: Int.self).map { Self.epoch.adding(milliseconds: $0) },
            left: try json.readIfPresent("left"))
        guard [bank, left].allSatisfy({ (0...1 << 48).contains($0 ?? 0) }) else {
            throw json.error(expected: "milliseconds of a clock")
        }
    }
}
