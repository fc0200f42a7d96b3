// swift-tools-version: 6.0
import PackageDescription

/// Imports say what they are for, and protocols as types say so.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// A target of ours.
func target(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// The tests of a target.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

// What an app adds: no dependency, no resource, no flag that an app's build would notice.
let package = Package(
    name: "roundtable-kit",
    platforms: [.macOS(.v13), .iOS(.v16)],
    products: [
        .library(name: "RoundtableMessages", targets: ["RoundtableMessages"]),
        .library(name: "RoundtableClient", targets: ["RoundtableClient"]),
        .library(name: "RoundtableModel", targets: ["RoundtableModel"]),
        .library(name: "RoundtableJSON", targets: ["RoundtableJSON"]),
        .library(name: "GameRules", targets: ["GameRules"]),
        // For tests only.
        .library(name: "RoundtableTestTools", targets: ["RoundtableTestTools"]),
    ],
    targets: [
        // JSON: one writer, one reader.
        target("RoundtableJSON"),
        // The words of the HTTP interface, each with its one encoding.
        target("RoundtableModel", ["RoundtableJSON"]),
        // The service, as an app calls it.
        target("RoundtableClient", ["RoundtableJSON", "RoundtableModel"]),
        // The kit: Messages' callbacks in, a state to draw out.
        target("RoundtableMessages", ["RoundtableClient", "RoundtableJSON", "RoundtableModel"]),
        // Rules of games, for those who write some of their own.
        target("GameRules", ["RoundtableJSON"]),

        .target(
            name: "RoundtableTestTools", dependencies: ["GameRules"], path: "Tests/RoundtableTestTools",
            swiftSettings: settings),
        tests("RoundtableJSONTests", ["GameRules", "RoundtableJSON", "RoundtableModel", "RoundtableTestTools"]),
        tests("RoundtableModelTests", ["RoundtableJSON", "RoundtableModel"]),
        tests(
            "RoundtableClientTests",
            ["RoundtableClient", "RoundtableJSON", "RoundtableModel", "RoundtableTestTools"]),
        tests(
            "RoundtableMessagesTests",
            ["RoundtableClient", "RoundtableJSON", "RoundtableMessages", "RoundtableModel", "RoundtableTestTools"]),
        tests("GameRulesTests", ["GameRules", "RoundtableJSON", "RoundtableTestTools"]),
    ]
)
