import Postgres
import Roundtable
import TestSupport
import Testing

@testable import RoundtableStore

@Suite("Errors of the database", .database)
struct DatabaseErrorTests {
    /// A code of each class of the manual (appendix A) that a statement of the service may meet, and what players are
    /// told.
    static let states: [(state: SQLState, code: ErrorCode)] = [
        ("08006", .unavailable), ("0A000", .internal), ("21000", .internal), ("22000", .internal),
        ("23505", .internal), ("25000", .internal), ("25006", .unavailable), ("26000", .internal),
        ("28000", .internal), ("2D000", .internal), ("34000", .internal), ("38000", .internal), ("39000", .internal),
        ("3B000", .internal), ("3D000", .internal), ("3F000", .internal), ("40001", .unavailable),
        ("40003", .internal), ("40P01", .unavailable), ("42000", .internal), ("42501", .internal),
        ("44000", .internal), ("53100", .unavailable), ("53200", .unavailable), ("53300", .unavailable),
        ("54000", .internal), ("55000", .internal), ("55P03", .unavailable), ("57014", .unavailable),
        ("57P01", .unavailable), ("57P03", .unavailable), ("58030", .internal), ("F0000", .internal),
        ("HV000", .internal), ("P0001", .internal), ("XX000", .internal),
    ]

    @Test(
        "players are told to come back where that helps, and that something is wrong where it does not",
        arguments: states)
    func told(state: SQLState, code: ErrorCode) async throws {
        let store = try TestDatabase.current.store
        let error = await #expect(throws: ServiceError.self) {
            try await store.query("DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '\(unescaped: state.rawValue)'; END $$")
        }
        #expect(error?.code == code)
        #expect((error?.retryAfter != nil) == (code == .unavailable))
    }
}
