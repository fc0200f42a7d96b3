/// Somebody with an account in Messages; two people of one simulation have different names.
package struct Person: Hashable, Sendable {
    package let name: String

    package init(_ name: String) { self.name = name }
}

/// One person's names for the others; who isn't renamed goes by their own name.
package struct AddressBook: Hashable, Sendable {
    private var names: [Person: String] = [:]

    package init() {}

    package subscript(person: Person) -> String {
        get { names[person] ?? person.name }
        set { names[person] = newValue }
    }
}

/// A conversation of several people in Messages.
package enum Group {
    /// Its name in the simulation; apps never learn it.
    package struct ID: Hashable, Sendable {
        let number: Int
    }
}
