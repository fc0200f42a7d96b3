import Foundation
import Testing

extension Trait where Self == ConditionTrait {
    /// For counts that take minutes in a debug build: they run with `ROUNDTABLE_DEEP=1`, as in `deploy/check/games`.
    static var deep: Self { .enabled(if: Environment.isDeep, "Set ROUNDTABLE_DEEP=1 to run it") }

    /// For what callgrind counts of a release build: it runs with `ROUNDTABLE_COUNTED=1`, as in `deploy/check/games`.
    static var counted: Self { .enabled(if: Environment.isCounted, "Set ROUNDTABLE_COUNTED=1 to run it") }

    /// For what draws pictures to look at: it runs with `ROUNDTABLE_PICTURES` set to a directory, as in
    /// `scripts/pictures`.
    static var pictures: Self {
        .enabled(if: Environment.pictures != nil, "Set ROUNDTABLE_PICTURES to a directory to run it")
    }

    /// For positions that another program has written: it runs with `ROUNDTABLE_POSITIONS` set to their file, as in
    /// `deploy/check/games`.
    static var positions: Self {
        .enabled(if: Environment.positions != nil, "Set ROUNDTABLE_POSITIONS to a file to run it")
    }
}

/// Variables of the environment that decide about tests which not every run makes.
enum Environment {
    static let isDeep = variable("ROUNDTABLE_DEEP") == "1"
    static let isCounted = variable("ROUNDTABLE_COUNTED") == "1"
    /// The directory for pictures; nil if none are wanted.
    static let pictures = variable("ROUNDTABLE_PICTURES")
    /// The file of positions; nil if there is none.
    static let positions = variable("ROUNDTABLE_POSITIONS")

    private static func variable(_ name: String) -> String? {
        // NB: one that is empty counts as one that is not set.
        ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}
