package import Foundation

/// Brings a schema up to date: applies numbered migrations in order, each in a transaction of its own, never backwards.
///
/// Applied migrations are recorded in the table `schema_migrations`. Two that run at once wait for each other.
package struct PostgresMigrator: Sendable {
    package struct Status: Sendable {
        package let migration: PostgresMigration
        /// When it was applied; nil if it was not.
        package let appliedAt: Date?
    }

    let migrations: [PostgresMigration]

    /// Takes migrations in any order.
    ///
    /// - Throws: ``PostgresMigrationError/gap(after:)``.
    package init(_ migrations: [PostgresMigration]) throws(PostgresMigrationError) {
        self.migrations = migrations.sorted { $0.number < $1.number }
        for (index, migration) in self.migrations.enumerated() where migration.number != index + 1 {
            throw .gap(after: index)
        }
    }

    /// The migrations that the database has, and those that it lacks.
    package func status(on database: some PostgresQueryable) async throws -> [Status] {
        let applied = try await applied(on: database)
        return migrations.enumerated().map { index, migration in
            Status(migration: migration, appliedAt: index < applied.count ? applied[index] : nil)
        }
    }

    /// Whether the database has all our migrations, and perhaps newer ones; one cheap query, without comparing their
    /// texts.
    package func isCurrent(on database: some PostgresQueryable) async throws(PostgresError) -> Bool {
        do throws(PostgresError) {
            let newest = try await database.query("SELECT coalesce(max(number), 0) AS newest FROM schema_migrations")
            return try (newest.first?.decode("newest") ?? 0) >= migrations.count
        } catch  where error.sqlState == .undefinedTable {
            return migrations.isEmpty
        }
    }

    /// Writes next to nothing: locks the row of a migration, which a server does only if it may write. One that a
    /// migration holds at the moment is passed over.
    ///
    /// - Throws: ``SQLState/readOnlyTransaction`` where nothing may be written.
    package func checkWritability(on database: some PostgresQueryable) async throws(PostgresError) {
        _ = try await database.query(
            "SELECT number FROM schema_migrations ORDER BY number LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED")
    }

    /// Applies what is missing and says what that was; does nothing to a current schema.
    ///
    /// - Parameter whenApplied: called after each migration.
    @discardableResult
    package func up(
        on pool: PostgresPool, whenApplied: @escaping @Sendable () -> Void = {}
    ) async throws -> [PostgresMigration] {
        let missing = migrations.dropFirst(try await applied(on: pool).count)
        guard !missing.isEmpty else { return [] }
        return try await pool.withConnection { connection in
            try await createTable(on: connection)
            var done: [PostgresMigration] = []
            for migration in missing {
                if try await apply(migration, on: connection) { done.append(migration) }
                whenApplied()
            }
            return done
        }
    }

    /// NB: IF NOT EXISTS is no protection against somebody who creates the same table at the same moment; the
    /// advisory lock is. Its number is arbitrary.
    private func createTable(on connection: PostgresConnection) async throws(PostgresError) {
        try await connection.execute(
            script: """
                BEGIN;
                SELECT pg_advisory_xact_lock(6071918235);
                CREATE TABLE IF NOT EXISTS schema_migrations (
                    number int8 PRIMARY KEY,
                    name text NOT NULL,
                    checksum bytea NOT NULL,
                    applied_at timestamptz NOT NULL
                );
                COMMIT
                """,
            isTimed: false)
    }

    /// Applies one migration unless somebody else has just done so.
    private func apply(_ migration: PostgresMigration, on connection: PostgresConnection) async throws -> Bool {
        try await connection.withTransaction { transaction in
            // Building an index may take hours, and so may waiting for somebody else who does.
            try await transaction.execute(script: "LOCK TABLE schema_migrations IN EXCLUSIVE MODE", isTimed: false)
            guard try await applied(on: transaction).count < migration.number else { return false }
            do throws(PostgresError) {
                try await transaction.execute(script: migration.sql, isTimed: false)
            } catch {
                throw PostgresMigrationError.refused(label: migration.label, error)
            }
            _ = try await transaction.query(
                """
                INSERT INTO schema_migrations (number, name, checksum, applied_at)
                VALUES (\(migration.number), \(migration.name), \(migration.checksum), now())
                """)
            return true
        }
    }

    /// When each of the migrations was applied that the database has; they are checked against ours.
    private func applied(on database: some PostgresQueryable) async throws -> [Date] {
        let exists = try await database.query("SELECT to_regclass('schema_migrations') IS NOT NULL AS yes")
        guard try exists.first?.decode("yes") == true else { return [] }
        let rows = try await database.query(
            "SELECT number, name, checksum, applied_at FROM schema_migrations ORDER BY number")
        return try rows.enumerated().map { index, row in
            let (number, name, checksum, appliedAt) = try row.decode((Int, String, [UInt8], Date).self)
            guard index < migrations.count, number == index + 1 else {
                let unknown = PostgresMigration(number: number, name: name, sql: "")
                throw PostgresMigrationError.unknown(label: unknown.label)
            }
            guard checksum == migrations[index].checksum else {
                throw PostgresMigrationError.changed(label: migrations[index].label)
            }
            return appliedAt
        }
    }
}
