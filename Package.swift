// swift-tools-version: 6.3
import Foundation
import PackageDescription

/// Settings of every target of ours: Swift 6, imports say what they need, and no warning survives a build of developers
/// and of CI. A release build accepts the warnings of a newer compiler.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error, .when(configuration: .debug)),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// Settings of what a turn goes through: there an async function runs where its caller does, unless it says otherwise,
/// which saves a look for the right executor at every call.
let staying = strict + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]

/// A product of the package that apps add.
func kit(_ name: String) -> Target.Dependency { .product(name: name, package: "roundtable-kit") }

let json = kit("RoundtableJSON")
let model = kit("RoundtableModel")
let client = kit("RoundtableClient")
let messages = kit("RoundtableMessages")
let gameRules = kit("GameRules")
let testTools = kit("RoundtableTestTools")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let collections = Target.Dependency.product(name: "DequeModule", package: "swift-collections")
let configuration = Target.Dependency.product(name: "Configuration", package: "swift-configuration")
let histogram = Target.Dependency.product(name: "Histogram", package: "hdrhistogram-swift")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let lifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let unixSignals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let inMemoryLogging = Target.Dependency.product(name: "InMemoryLogging", package: "swift-log")
let metrics = Target.Dependency.product(name: "Metrics", package: "swift-metrics")
let coreMetrics = Target.Dependency.product(name: "CoreMetrics", package: "swift-metrics")
let metricsTesting = Target.Dependency.product(name: "MetricsTestKit", package: "swift-metrics")
let mustache = Target.Dependency.product(name: "Mustache", package: "swift-mustache")
let nio = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
let nioExtras = Target.Dependency.product(name: "NIOExtras", package: "swift-nio-extras")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioHTTP2 = Target.Dependency.product(name: "NIOHTTP2", package: "swift-nio-http2")
let nioHTTPTypes = Target.Dependency.product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let instrumentation = Target.Dependency.product(name: "Instrumentation", package: "swift-distributed-tracing")
let tracing = Target.Dependency.product(name: "Tracing", package: "swift-distributed-tracing")
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")
let systemPackage = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")

/// A target of ours, strict; one without package access sees of the others only what another package would.
func target(
    _ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil, exclude: [String] = [],
    resources: [Resource]? = nil, packageAccess: Bool = true, settings: [SwiftSetting] = strict,
    plugins: [Target.PluginUsage]? = nil
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: path, exclude: exclude, resources: resources,
        packageAccess: packageAccess, swiftSettings: settings, plugins: plugins)
}

/// The text files of a target, one a language, which are part of the program.
func texts(in folder: String) -> [Resource] {
    ["ar", "de", "en", "pl"].map { .embedInCode("\(folder)/\($0).json") }
}

/// The text files of the games, each in the folder of its game, such as `Chess/Texts/chess.en.json`.
///
/// NB: SwiftPM keeps the result until this file changes; after adding a game, run `swift package purge-cache`.
func textsOfGames() -> [Resource] {
    // NB: deploy/check/games has a link there.
    let games = URL(filePath: Context.packageDirectory + "/Sources/Games").resolvingSymlinksInPath()
    let files = FileManager.default.enumerator(atPath: games.path)?.compactMap { $0 as? String } ?? []
    return files.filter { $0.hasSuffix(".json") && !$0.contains(".docc/") }.sorted().map { .embedInCode($0) }
}

/// The tests of a target of ours, as strict as the target.
func tests(
    _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [], settings: [SwiftSetting] = strict
) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

/// The tests of a module that apps add, which both packages can run.
func tests(kitOf module: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(
        name: "\(module)Tests", dependencies: dependencies, path: "roundtable-kit/Tests/\(module)Tests",
        swiftSettings: strict)
}

let package = Package(
    name: "roundtable",
    platforms: [.macOS(.v15), .iOS(.v16)],
    products: [
        .executable(name: "roundtable", targets: ["RoundtableMain"]),
        .executable(name: "roundtable-lab", targets: ["RoundtableLab"]),
        .library(name: "RoundtableCommand", targets: ["RoundtableCommand"]),
        .library(name: "Games", targets: ["Games"]),
    ],
    dependencies: [
        // What apps add, and the words that the service shares with them.
        .package(path: "roundtable-kit"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        // Only what stands in for Apple's push service speaks HTTP/2 as a server.
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.27.0"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    ],
    targets: [
        // Digests and message authentication codes, made by OpenSSL's libcrypto, which libpq brings along.
        .systemLibrary(
            name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"]), .brew(["openssl"])]),
        target("Digests", ["CCrypto"]),

        // Migrations and the contract of the HTTP interface, as parts of the program.
        .target(name: "CEmbedded"),

        // What plays: rules, the games that come with them, and the service that referees.
        target("Games", [gameRules], resources: textsOfGames(), packageAccess: false),
        target(
            "Roundtable", ["Digests", gameRules, json, model, metrics],
            resources: texts(in: "Texts"),
            settings: staying),

        // What keeps: PostgreSQL, and the service's tables in it.
        .systemLibrary(
            name: "CLibpq", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        target(
            "Postgres", ["CLibpq", "Digests", collections, instrumentation, lifecycle, logging, metrics],
            settings: staying),
        target(
            "RoundtableStore", ["CEmbedded", gameRules, json, model, "Postgres", "Roundtable", lifecycle, logging],
            settings: staying),
        target("EmbeddedPostgres", [lifecycle, logging, subprocess, systemPackage]),

        // What compresses archives.
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

        // What players and apps are told of: a webhook, and Apple's push service, by libcurl.
        .systemLibrary(
            name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
        target("RoundtableDelivery", ["CCurl", "Digests", json, "Roundtable", logging]),

        // What stands in for Apple's push service where people play without it, and in tests.
        target("PushStandIn", [nio, nioHTTP1, nioHTTP2, nioPosix]),

        // What answers over HTTP.
        .systemLibrary(
            name: "CLibrsvg", pkgConfig: "librsvg-2.0", providers: [.apt(["librsvg2-dev"]), .brew(["librsvg"])]),
        target(
            "HTTPConnection",
            [httpTypes, lifecycle, logging, nio, nioExtras, nioHTTP1, nioPosix], settings: staying),
        target(
            "RoundtableHTTP",
            [
                "CEmbedded", "CLibrsvg", "CZlib", "Digests", gameRules, "HTTPConnection", json, "Roundtable",
                model,
                httpTypes, lifecycle, logging, metrics, mustache, nio, tracing,
            ],
            exclude: ["OpenAPI/openapi.yaml"],
            resources: texts(in: "Pages/Texts")
                + ["head.html", "icon.svg", "message.html", "page.css", "page.js", "problem.html"].map {
                    .embedInCode("Pages/Web/\($0)")
                },
            settings: staying),

        // What is measured, as Prometheus reads it.
        target("RoundtableMetrics", [coreMetrics]),

        // Boards of games as characters, for terminals.
        target("BoardDrawings", [json]),

        // What programs print and write, so that no output that fails ends them.
        target("ProgramOutput", ["BoardDrawings", argumentParser]),

        // The command; its library is the entry point for programs with games of their own.
        target(
            "RoundtableCommand",
            [
                "BoardDrawings", "CZlib", "Digests", "EmbeddedPostgres", gameRules, "Games", "HTTPConnection", json,
                "Postgres", "ProgramOutput", "Roundtable",
                "RoundtableDelivery", "RoundtableHTTP", "RoundtableMetrics", model, "RoundtableStore", argumentParser,
                configuration, instrumentation, lifecycle, logging, metrics, nio, nioPosix,
                subprocess, systemPackage, unixSignals,
            ],
            plugins: ["BuildInfo"]),
        .plugin(name: "BuildInfo", capability: .buildTool()),
        .executableTarget(
            name: "RoundtableMain", dependencies: ["Games", "RoundtableCommand"], swiftSettings: strict),

        // The page of the playground, as a part of the program.
        .target(name: "CPlayground", exclude: ["Page"]),

        // What plays on a service, over HTTP only, and audits exported games by their rules.
        .executableTarget(
            name: "RoundtableLab",
            dependencies: [
                "BoardDrawings", "CPlayground", "Digests", gameRules, "Games", "HTTPConnection", json,
                "MessagesSimulator", "ProgramOutput", "PushStandIn", "Roundtable", client, model, argumentParser,
                collections, histogram,
                httpTypes, logging, nio, nioHTTP1, nioPosix, unixSignals, yams,
            ], resources: [.embedInCode("Load/Reports/report.css")], swiftSettings: strict),

        // Messages in memory: devices, conversations, people.
        target("MessagesSimulator", ["BoardDrawings", client, gameRules, model]),

        target(
            "TestSupport",
            [
                "Digests", "EmbeddedPostgres", gameRules, "Games", "HTTPConnection", json, "MessagesSimulator",
                model, "Postgres", "Roundtable", "RoundtableHTTP", "RoundtableStore", testTools, httpTypes, lifecycle,
                logging, metricsTesting, nio,
                nioHTTP1, nioHTTPTypes,
                nioPosix, systemPackage,
            ],
            path: "Tests/TestSupport"),
        // The tests of what apps add.
        tests(kitOf: "RoundtableJSON", [gameRules, json, model, testTools]),
        tests(kitOf: "RoundtableModel", [json, model]),
        tests(kitOf: "RoundtableClient", [client, json, model, testTools]),
        tests(kitOf: "RoundtableMessages", [client, json, messages, model, testTools]),
        tests(kitOf: "GameRules", [gameRules, json, testTools]),

        tests("BoardDrawingsTests", ["BoardDrawings", json]),
        tests("DigestsTests", ["Digests"]),
        tests("GamesTests", [gameRules, "Games", json, "TestSupport"]),
        tests("PostgresTests", ["Postgres", "TestSupport", lifecycle, logging, metrics, metricsTesting]),
        tests(
            "EmbeddedPostgresTests", ["EmbeddedPostgres", testTools, lifecycle, logging, subprocess, systemPackage]),
        tests(
            "HTTPConnectionTests", ["HTTPConnection", httpTypes, nio, nioEmbedded, nioHTTP1, nioPosix],
            settings: staying),
        tests(
            "RoundtableCommandTests",
            [
                "BoardDrawings", gameRules, "Games", "Postgres", "ProgramOutput", "Roundtable", "RoundtableCommand",
                "RoundtableMetrics", "RoundtableStore", "TestSupport", testTools, inMemoryLogging, logging,
            ]),
        tests(
            "RoundtableDeliveryTests",
            [
                "Digests", gameRules, "HTTPConnection", json, "PushStandIn", "Roundtable", "RoundtableDelivery",
                "TestSupport", testTools, httpTypes, inMemoryLogging, logging, nio, nioHTTP1, nioPosix,
            ]),
        tests("RoundtableMetricsTests", ["RoundtableMetrics", metrics]),
        tests(
            "RoundtableTests", ["Digests", gameRules, "Games", json, model, "Roundtable", "TestSupport", testTools],
            exclude: ["Unicode"]),
        tests(
            "RoundtableStoreTests",
            [
                "Digests", gameRules, "Games", json, "Postgres", "Roundtable", model, "RoundtableStore",
                "TestSupport", testTools, logging,
            ],
            exclude: ["Golden/games"]),
        tests(
            "RoundtableHTTPTests",
            [
                "CLibrsvg", gameRules, "Games", "HTTPConnection", json, "Postgres", "Roundtable", model,
                "RoundtableHTTP", "RoundtableStore", "TestSupport", testTools, httpTypes, inMemoryLogging, logging,
                nio,
                yams,
            ]),
        tests(
            "MessagesSimulatorTests",
            [gameRules, json, "MessagesSimulator", model, client, "TestSupport", testTools]),
        tests(
            "RoundtableLabTests",
            [
                "Digests", gameRules, "Games", "HTTPConnection", json, "MessagesSimulator", "Postgres", "Roundtable",
                client, model, "RoundtableDelivery", "RoundtableHTTP", "RoundtableLab", "RoundtableStore",
                "TestSupport", httpTypes, logging, nio, nioPosix,
            ]),
        tests(
            "EndToEndTests",
            [
                "EmbeddedPostgres", gameRules, "Games", "HTTPConnection", "MessagesSimulator", "Postgres",
                "Roundtable",
                model,
                client, "RoundtableCommand", "RoundtableHTTP", "RoundtableLab", "RoundtableMain",
                messages, "RoundtableMetrics",
                "RoundtableStore", "TestSupport", testTools, argumentParser, httpTypes, lifecycle, logging, nio,
                systemPackage,
            ]),
    ]
)
