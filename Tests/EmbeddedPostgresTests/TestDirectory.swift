import EmbeddedPostgres
import Foundation
import Logging
import Subprocess
import Synchronization
import SystemPackage
import RoundtableTestTools
import Testing

/// The directory that is removed when the tests end, as nobody's last reference to it goes away before.
private let templateRoot = Mutex("")

/// A directory of one test, which everybody may enter, and the data directory in it.
final class TestDirectory: Sendable {
    let root: FilePath
    let data: FilePath

    init(named name: String = "data") throws {
        root = FilePath("/tmp/embedded-\(UUID().uuidString.prefix(8))")
        data = root.appending(name)
        try FileManager.default.createDirectory(
            atPath: root.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    }

    deinit {
        try? FileManager.default.removeItem(atPath: root.string)
    }

    /// A test directory with a cluster in it that was made once for all tests.
    static func withCluster(named name: String = "data") async throws -> TestDirectory {
        let directory = try TestDirectory(named: name)
        try await directory.copyCluster(to: directory.data)
        return directory
    }

    func copyCluster(to data: FilePath) async throws {
        let template = try await Self.template.value
        try await execute("mkdir", "-p", data.string)
        try await execute("cp", "-a", "\(template.data)/.", data.string)
    }

    func start(
        settings: [String: String] = ["fsync": "off"], searchPath: PostgresSearchPath = .standard
    ) async throws -> EmbeddedPostgres {
        try await EmbeddedPostgres.start(in: data, settings: settings, searchPath: searchPath, logger: .quiet)
    }

    /// Starts, which must fail, and returns why.
    func failure(
        settings: [String: String] = [:], searchPath: PostgresSearchPath = .standard, at data: FilePath? = nil
    ) async throws -> EmbeddedPostgresError {
        try #require(
            await #expect(throws: EmbeddedPostgresError.self) {
                let server = try await EmbeddedPostgres.start(
                    in: data ?? self.data, settings: settings, searchPath: searchPath, logger: .quiet)
                await server.stop(.immediate)
            })
    }

    private static let template = Task {
        let directory = try TestDirectory()
        templateRoot.withLock { $0 = directory.root.string }
        atexit { templateRoot.withLock { try? FileManager.default.removeItem(atPath: $0) } }
        let server = try await directory.start()
        await server.stop()
        return directory
    }
}

extension EmbeddedPostgres {
    /// What `psql` answers to a query, as a client of the connection URL.
    func query(_ sql: String) async throws -> String {
        try await execute("psql", "-X", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", sql, connectionURL)
    }
}

extension Logger {
    static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
}

/// A command that failed although the test needs it.
struct CommandFailed: Error {
    var command: [String]
    var output: String
}

/// Runs a command and returns what it prints.
@discardableResult
func execute(_ command: String...) async throws -> String {
    let result = try await Subprocess.run(
        .name(command[0]), arguments: .init(Array(command.dropFirst())),
        output: .string(limit: 1 << 20), error: .combinedWithOutput)
    guard result.terminationStatus.isSuccess else {
        throw CommandFailed(command: command, output: result.standardOutput)
    }
    return result.standardOutput.trimmingCharacters(in: .whitespacesAndNewlines)
}

/// Runs a line of shell.
@discardableResult
func shell(_ line: String) async throws -> String {
    try await execute("sh", "-c", line)
}

/// Whether this process may do what only root may, and so change users.
let isRoot = geteuid() == 0

/// Returns when the process is gone, and fails the test if it stays.
func expectEnd(of process: Int32) async throws {
    try await eventually("the end of process \(process)") {
        !FileManager.default.fileExists(atPath: "/proc/\(process)/cwd")
    }
}
