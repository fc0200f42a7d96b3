/// Somebody with an account in Messages; two people of one simulation have different names.
package struct Person: Hashable, Sendable {
    /// The name that they have given themselves.
    package let name: String

    package init(_ name: String) { self.name = name }
}
