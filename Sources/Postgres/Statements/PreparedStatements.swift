/// Which statements one connection has prepared, under which names; the least recently used one makes room.
struct PreparedStatements {
    private struct Entry {
        let name: String
        var lastUse: UInt64
    }

    private let capacity: Int
    private var entries: [StatementText: Entry] = [:]
    private var uses: UInt64 = 0
    private var names: UInt64 = 0

    init(capacity: Int) { self.capacity = capacity }

    var count: Int { entries.count }

    /// The name under which this statement is prepared, if it is.
    mutating func name(of text: StatementText) -> String? {
        uses += 1
        guard let index = entries.index(forKey: text) else { return nil }
        entries.values[index].lastUse = uses
        return entries.values[index].name
    }

    /// A name that was never used before: a forgotten statement may still exist at the server.
    mutating func makeName() -> String {
        names += 1
        return "s\(names)"
    }

    /// Remembers a statement and gives back the name of one that had to make room for it.
    mutating func remember(_ text: StatementText, as name: String) -> String? {
        uses += 1
        let evicted = entries.count < capacity ? nil : entries.min { $0.value.lastUse < $1.value.lastUse }
        if let evicted { entries[evicted.key] = nil }
        entries[text] = Entry(name: name, lastUse: uses)
        return evicted?.value.name
    }

    /// Forgets everything, because the server has.
    mutating func removeAll() { entries.removeAll() }
}
