package import Postgres

extension PostgresStore {
    /// The migrations of `sql/`, which are part of the program; a new file is listed here and in the package's
    /// manifest.
    package static let migrations: [PostgresMigration] = [
        PostgresMigration(
            number: 1, name: "sessions", sql: String(decoding: PackageResources._001_sessions_sql, as: UTF8.self)),
        PostgresMigration(
            number: 2, name: "claims", sql: String(decoding: PackageResources._002_claims_sql, as: UTF8.self)),
        PostgresMigration(
            number: 3, name: "people", sql: String(decoding: PackageResources._003_people_sql, as: UTF8.self)),
        PostgresMigration(
            number: 4, name: "versions", sql: String(decoding: PackageResources._004_versions_sql, as: UTF8.self)),
        PostgresMigration(
            number: 5, name: "credentials", sql: String(decoding: PackageResources._005_credentials_sql, as: UTF8.self)
        ),
        PostgresMigration(
            number: 6, name: "operations", sql: String(decoding: PackageResources._006_operations_sql, as: UTF8.self)),
        PostgresMigration(
            number: 7, name: "fillfactor", sql: String(decoding: PackageResources._007_fillfactor_sql, as: UTF8.self)),
        PostgresMigration(
            number: 8, name: "session_json",
            sql: String(decoding: PackageResources._008_session_json_sql, as: UTF8.self)),
        PostgresMigration(
            number: 9, name: "event_json", sql: String(decoding: PackageResources._009_event_json_sql, as: UTF8.self)),
        PostgresMigration(
            number: 10, name: "draft_json", sql: String(decoding: PackageResources._010_draft_json_sql, as: UTF8.self)),
        PostgresMigration(
            number: 11, name: "answer_json", sql: String(decoding: PackageResources._011_answer_json_sql, as: UTF8.self)
        ),
        PostgresMigration(
            number: 12, name: "witnesses", sql: String(decoding: PackageResources._012_witnesses_sql, as: UTF8.self)),
        PostgresMigration(
            number: 13, name: "faults", sql: String(decoding: PackageResources._013_faults_sql, as: UTF8.self)),
        PostgresMigration(
            number: 14, name: "quotas", sql: String(decoding: PackageResources._014_quotas_sql, as: UTF8.self)),
        PostgresMigration(
            number: 15, name: "one_claim", sql: String(decoding: PackageResources._015_one_claim_sql, as: UTF8.self)),
        PostgresMigration(
            number: 16, name: "first_answers",
            sql: String(decoding: PackageResources._016_first_answers_sql, as: UTF8.self)),
    ]
}
