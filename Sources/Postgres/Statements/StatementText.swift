/// The SQL of a statement with the types of its parameters, hashed once.
///
/// NB: the types belong to it. The same SQL with an int4 instead of an int8 is another statement to the server.
@usableFromInline
final class StatementText: Hashable, Sendable {
    let sql: String
    /// The identifiers of the parameters' types.
    let types: [UInt32]
    private let hash: Int

    init(_ sql: String, types: [UInt32]) {
        self.sql = sql
        self.types = types
        var hasher = Hasher()
        hasher.combine(sql)
        hasher.combine(types)
        hash = hasher.finalize()
    }

    @usableFromInline
    static func == (first: StatementText, second: StatementText) -> Bool {
        first === second || first.hash == second.hash && first.types == second.types && first.sql == second.sql
    }

    @usableFromInline
    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
