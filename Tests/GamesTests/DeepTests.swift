import Foundation
import Testing

extension Trait where Self == ConditionTrait {
    /// For tests that take minutes in a debug build: they run with `ROUNDTABLE_DEEP=1` in the environment.
    static var deep: Self {
        .enabled(if: ProcessInfo.processInfo.environment["ROUNDTABLE_DEEP"] == "1", "Set ROUNDTABLE_DEEP=1 to run it")
    }
}
