import Foundation
import Synchronization

/// Ports for services that have a successor on the same one.
///
/// They lie below those that the system gives to whoever asks for any, so that no other service takes one while nobody
/// listens on it.
enum ReservedPort {
    private static let last = Atomic(10_000 + Int(getpid()) % 20_000)

    /// A port that no other test of this process has.
    static func next() -> Int { last.wrappingAdd(1, ordering: .relaxed).newValue }
}
