/// A conversation of several people in Messages.
package struct Group: Sendable {
    package struct ID: Hashable, Sendable {
        let number: Int
    }

    /// Its name in the simulation; apps never learn it.
    package let id: ID
    /// Who is in it, in the order in which they came.
    package var members: [Person]
}
