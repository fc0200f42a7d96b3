/// The identifiers of seeded sessions and their players, as SQL that gives the same ones each time.
struct SeedIdentifiers: Sendable {
    let seed: UInt64
    let people: Int

    /// The statement that puts players into ``SeedModel/batch``.
    func players(_ numbers: Range<Int>) -> String {
        """
        INSERT INTO \(SeedModel.batch) (player_0, credential)
        SELECT \(identifier("n", kind: 2)), \(identifier("n", kind: 3))
        FROM generate_series(\(numbers.lowerBound), \(numbers.upperBound - 1)) AS n
        """
    }

    /// The statement that puts sessions into ``SeedModel/batch``; all players have equally many.
    func sessions(_ numbers: Range<Int>) -> String {
        let players = [0, 1].map { identifier("(n * 2 + \($0)) % \(people)", kind: 2) }
        return """
            INSERT INTO \(SeedModel.batch) (session_id, player_0, player_1)
            SELECT \(identifier("n", kind: 1)), \(players.joined(separator: ", "))
            FROM generate_series(\(numbers.lowerBound), \(numbers.upperBound - 1)) AS n
            """
    }

    /// A UUID of version 8 (RFC 9562), made by rules of one's own, as the service's session IDs are.
    private func identifier(_ number: String, kind: Int) -> String {
        let hash = "encode(sha256(convert_to('\(seed) \(kind) ' || (\(number)), 'UTF8')), 'hex')"
        return "overlay(overlay(left(\(hash), 32) placing '8' from 13) placing '8' from 17)::uuid"
    }
}
