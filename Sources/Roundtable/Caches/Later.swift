import Synchronization

/// A value that is made when it is asked for, and then kept, for all copies of whoever has it.
final class Later<Value: Sendable>: Sendable {
    private let make: @Sendable () -> Value
    private let made = Mutex<Value?>(nil)

    /// - Parameter make: makes the value; called once.
    init(_ make: @escaping @Sendable () -> Value) { self.make = make }

    /// The value.
    var value: Value {
        made.withLock { made in
            if let made { return made }
            let value = make()
            made = value
            return value
        }
    }
}
