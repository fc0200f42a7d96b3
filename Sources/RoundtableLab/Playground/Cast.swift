import MessagesSimulator

/// The people of the playground, and what they call each other.
enum Cast {
    static let sizes = 2...6

    private static let names = ["Amber", "Ben", "Chris", "Dana", "Emil", "Farah"]
    /// Who calls whom by another name than everybody.
    private static let contacts = [
        ("Ben", "Amber", "Sis"), ("Chris", "Ben", "Benny"), ("Amber", "Dana", "Coach Dana"), ("Dana", "Amber", "Am"),
    ]

    static func people(_ count: Int) -> [Person] { names.prefix(count).map { Person($0) } }

    /// Enters the names that people have for each other into their address books.
    static func introduce(_ people: [Person], in world: Simulation) async {
        for (owner, other, name) in contacts where people.contains(Person(owner)) && people.contains(Person(other)) {
            await world.rename(Person(other), to: name, for: Person(owner))
        }
    }
}
