/// One person's names for the others; who isn't renamed goes by their own name.
package struct AddressBook: Hashable, Sendable {
    private var names: [Person: String] = [:]

    package init() {}

    /// The name by which the owner knows a person.
    package subscript(person: Person) -> String {
        get { names[person] ?? person.name }
        set { names[person] = newValue }
    }
}
