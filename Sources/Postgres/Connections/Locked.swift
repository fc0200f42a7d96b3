import Foundation

/// A value that only one thread at a time can touch.
///
/// NB: like `Synchronization.Mutex`, whose locking ThreadSanitizer cannot see on Linux: it takes every use for a
/// race. A lock of pthread's it understands.
///
/// Unchecked, because `lock` guards `value`.
final class Locked<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    /// Reads or changes the value; nothing else can meanwhile, so be quick.
    func withLock<Output>(_ body: (inout Value) throws -> Output) rethrows -> Output {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
