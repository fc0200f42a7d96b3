import Foundation

/// A value that one thread at a time reads or changes, also on systems that are older than `Synchronization`.
public final class Guarded<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    /// A value that nobody holds.
    public init(_ value: sending Value) { self.value = value }

    /// Reads or changes the value.
    public func withLock<Output>(_ body: (inout Value) throws -> Output) rethrows -> Output {
        try lock.withLock { try body(&value) }
    }
}
