/// The value, if its type is exactly the other one.
///
/// A dynamic cast asks the runtime and takes tens of nanoseconds, this is one comparison, which disappears where the type
/// is known. The bit cast is from a type to itself.
@inline(__always)
func same<Value, Other>(_ value: Value, as type: Other.Type) -> Other? {
    Value.self == Other.self ? unsafeBitCast(value, to: Other.self) : nil
}

/// A value as the type that it is known to have.
@inline(__always)
func known<Value, Other>(_ value: Value, as type: Other.Type) -> Other {
    precondition(Value.self == Other.self)
    return unsafeBitCast(value, to: Other.self)
}
