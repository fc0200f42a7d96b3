import Foundation
import Testing

extension Trait where Self == ConditionTrait {
    /// For counts that take minutes in a debug build: they run with `ROUNDTABLE_DEEP=1`, as in `deploy/check/games`.
    static var deep: Self { .enabled(if: Environment.isDeep, "Set ROUNDTABLE_DEEP=1 to run it") }

    /// For measurements, which mean nothing in a debug build: they run with `ROUNDTABLE_SPEED=1`, as in
    /// `deploy/check/games`.
    static var speed: Self { .enabled(if: Environment.isMeasured, "Set ROUNDTABLE_SPEED=1 to run it") }

    /// For what draws pictures to look at: it runs with `ROUNDTABLE_PICTURES` set to a directory, as in
    /// `scripts/pictures`.
    static var pictures: Self {
        .enabled(if: Environment.pictures != nil, "Set ROUNDTABLE_PICTURES to a directory to run it")
    }
}

/// Variables of the environment that decide about tests which not every run makes.
enum Environment {
    static let isDeep = variable("ROUNDTABLE_DEEP") == "1"
    static let isMeasured = variable("ROUNDTABLE_SPEED") == "1"
    /// The directory for pictures; nil if none are wanted.
    static let pictures = variable("ROUNDTABLE_PICTURES")

    private static func variable(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }
}
