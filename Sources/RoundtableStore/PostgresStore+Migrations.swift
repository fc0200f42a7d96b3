import CEmbedded
package import Postgres

extension PostgresStore {
    /// The migrations of `sql/`, which are part of the program: `embedded.c` lists them.
    package static let migrations: [PostgresMigration] = {
        var migrations: [PostgresMigration] = []
        var file = embedded_migrations()
        while let name = file?.pointee.name, let content = file?.pointee.content {
            let label = String(cString: name)
            guard let migration = PostgresMigration(label: label, sql: String(cString: content)) else {
                preconditionFailure("The migration \(label) is misnamed.")
            }
            migrations.append(migration)
            file = file?.successor()
        }
        return migrations
    }()
}
