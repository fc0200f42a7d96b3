import Synchronization

/// A value that is made when it is asked for, and then kept, for all copies of whoever has it.
final class Later<Value: Sendable>: Sendable {
    private let made = Mutex<Value?>(nil)

    /// The value.
    ///
    /// - Parameter make: makes the value, the same one whoever asks; called until it has made one.
    func value<Failure: Error>(_ make: () throws(Failure) -> Value) throws(Failure) -> Value {
        if let made = made.withLock({ $0 }) { return made }
        let value = try make()
        made.withLock { $0 = value }
        return value
    }
}
