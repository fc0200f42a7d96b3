/// A large value that is passed on far more often than it is changed: copies share it, a change makes another one.
///
/// To copy a session with its newest event without this is to count up dozens of references.
@propertyWrapper
package struct Boxed<Value: Sendable>: Sendable {
    private final class Box: Sendable {
        let value: Value

        init(_ value: Value) { self.value = value }
    }

    private var box: Box

    package init(wrappedValue: Value) { box = Box(wrappedValue) }

    package var wrappedValue: Value {
        _read { yield box.value }
        set { box = Box(newValue) }
    }
}

extension Boxed: Equatable where Value: Equatable {
    package static func == (first: Boxed, second: Boxed) -> Bool {
        first.box === second.box || first.wrappedValue == second.wrappedValue
    }
}
