// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "own-game",
    platforms: [.macOS(.v15)],
    dependencies: [
        // In a package of yours: the paths of a clone, such as a Git submodule.
        .package(name: "roundtable", path: "../.."),
        .package(path: "../../roundtable-kit"),
    ],
    targets: [
        .executableTarget(
            name: "OwnGame",
            dependencies: [
                .product(name: "GameRules", package: "roundtable-kit"),
                .product(name: "Games", package: "roundtable"),
                .product(name: "RoundtableCommand", package: "roundtable"),
            ],
            // The texts are part of the program: one file a language.
            resources: [.embedInCode("Texts/de.json"), .embedInCode("Texts/en.json")])
    ])
