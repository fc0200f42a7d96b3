package import Foundation
import Postgres
package import Roundtable

extension PostgresStore {
    /// Notes that the service is there. If it was away before, clocks have stood, and stand a little longer.
    package func note(at now: Date) async throws(ServiceError) -> ClockReading {
        try await serviceTime(
            """
            UPDATE service_time SET seen_at = greatest(seen_at, \(now)), stopped_ms = stopped_ms + coalesce((
                SELECT away + least(away, \(ClockTime.longestReturn * 1000))
                FROM (SELECT (extract(epoch FROM \(now)::timestamptz - seen_at) * 1000)::bigint) AS silence (away)
                WHERE away > \(ClockTime.longestSilence * 1000)), 0)
            RETURNING seen_at, stopped_ms
            """) ?? ClockReading(now)
    }

    /// The last note; for programs that read only, and so are no sign of the service.
    package func lastNote() async throws(ServiceError) -> ClockReading? {
        try await serviceTime("SELECT seen_at, stopped_ms FROM service_time WHERE seen_at IS NOT NULL")
    }

    /// A time, with what players' clocks show then by the last note.
    func clockReading(at now: Date) async throws(ServiceError) -> ClockReading {
        let clockTime = ClockTime()
        if let note = try await lastNote() { clockTime.set(note) }
        return clockTime.reading(at: now)
    }

    private func serviceTime(_ statement: PostgresStatement) async throws(ServiceError) -> ClockReading? {
        try await readFirst(statement) { row in
            let (at, stopped) = try row.decode((Date, Int).self)
            return ClockReading(at.roundedToMilliseconds, stopped: stopped)
        }
    }
}
