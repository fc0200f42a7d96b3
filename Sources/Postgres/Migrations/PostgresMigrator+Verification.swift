extension PostgresMigrator {
    /// The differences between the database's schema and the one that the migrations make; empty without any.
    ///
    /// They are applied anew, in a schema that nobody ever sees: the transaction is rolled back.
    package func differences(on pool: PostgresPool) async throws -> [String] {
        do {
            try await pool.withTransaction { transaction in
                let found = try await Self.inventory(of: transaction)
                try await transaction.execute(
                    script: "CREATE SCHEMA \(Self.trial); SET LOCAL search_path TO \(Self.trial)", isTimed: false)
                for migration in migrations { try await transaction.execute(script: migration.sql, isTimed: false) }
                throw Comparison(found: found, expected: try await Self.inventory(of: transaction))
            }
        } catch let comparison as Comparison {
            return comparison.differences
        }
        return []
    }

    private static let trial = "roundtable_migrations_on_trial"

    /// Thrown, so that the transaction is rolled back.
    private struct Comparison: Error {
        let found: Set<String>
        let expected: Set<String>

        var differences: [String] {
            expected.subtracting(found).sorted().map { "missing: \($0)" }
                + found.subtracting(expected).sorted().map { "not ours: \($0)" }
        }
    }

    /// Columns, indexes and triggers of the current schema, in words that don't name it.
    private static func inventory(of transaction: PostgresTransaction) async throws -> Set<String> {
        let rows = try await transaction.query(
            """
            WITH tables AS (
                SELECT oid, relname FROM pg_class
                WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
                    AND relname <> 'schema_migrations'
            ), found (words) AS (
                SELECT format('column %s.%s %s%s%s', t.relname, a.attname, format_type(a.atttypid, a.atttypmod),
                    CASE WHEN a.attnotnull THEN ' NOT NULL' END, ' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid))
                FROM tables t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
                LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
                UNION ALL
                SELECT pg_get_indexdef(i.indexrelid) FROM tables t JOIN pg_index i ON i.indrelid = t.oid
                UNION ALL
                SELECT pg_get_triggerdef(g.oid) FROM tables t JOIN pg_trigger g
                    ON g.tgrelid = t.oid AND NOT g.tgisinternal
            )
            SELECT replace(words, quote_ident(current_schema()) || '.', '') FROM found
            """)
        return Set(try rows.map { try $0.decode(at: 0, as: String.self) })
    }
}
