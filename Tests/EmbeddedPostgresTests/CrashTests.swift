import EmbeddedPostgres
import Foundation
import Logging
import Subprocess
import SystemPackage
import Testing

@Suite("What crashes leave behind")
struct CrashTests {
    @Test("a second instance is refused and told who has the directory, and may have it afterwards")
    func secondInstance() async throws {
        let directory = try await TestDirectory.withCluster()
        let server = try await directory.start()
        let failure = try await directory.failure()
        #expect(failure == .directoryInUse(directory.data, process: getpid()))
        #expect("\(failure)".contains("used by process \(getpid())"))
        #expect(try await server.query("SELECT 1") == "1")
        await server.stop()
        let next = try await directory.start()
        await next.stop()
    }

    @Test("after a kill -9 of the server the next one recovers, whoever has its number now", arguments: [false, true])
    func killedServer(numberIsTaken: Bool) async throws {
        let directory = try await TestDirectory.withCluster()
        let first = try await directory.start(settings: [:])
        _ = try await first.query("CREATE TABLE note AS SELECT 'kept' AS text")
        kill(first.processIdentifier, SIGKILL)
        #expect(await first.waitUntilExit() == .signalled(SIGKILL))
        let lockFile = "\(directory.data)/postgres/postmaster.pid"
        #expect(FileManager.default.fileExists(atPath: lockFile))
        let stranger = try await shell("setsid \(Self.asServer) sleep 86400 >/dev/null 2>&1 & echo $!")
        if numberIsTaken { try await shell("sed -i '1s/.*/\(stranger)/' '\(lockFile)'") }
        let second = try await directory.start()
        #expect(try await second.query("SELECT text FROM note") == "kept")
        await second.stop()
        // The stranger was none of the server's business.
        try await execute("kill", stranger)
    }

    @Test("a kill -9 of the service ends the server")
    func killedService() async throws {
        let directory = try await TestDirectory.withCluster()
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = directory.data.string as String] in
            let server = try await EmbeddedPostgres.start(in: FilePath(path), logger: .quiet)
            try "\(server.processIdentifier)".write(toFile: path + "/test.pid", atomically: true, encoding: .utf8)
            kill(getpid(), SIGKILL)
        }
        let text = try String(contentsOfFile: "\(directory.data)/test.pid", encoding: .utf8)
        try await expectEnd(of: try #require(Int32(text)))
        #expect(!FileManager.default.fileExists(atPath: "\(directory.data)/postgres/postmaster.pid"))
    }

    @Test("other children of the service cannot inherit what ties the server to it")
    func lifeline() async throws {
        let directory = try await TestDirectory.withCluster()
        await #expect(processExitsWith: .success) { [path = directory.data.string as String] in
            let before = try pipes()
            let server = try await EmbeddedPostgres.start(in: FilePath(path), logger: .quiet)
            let added = try pipes().subtracting(before)
            #expect(!added.isEmpty)
            #expect(added.allSatisfy { fcntl($0, F_GETFD) & FD_CLOEXEC != 0 })
            await server.stop()
        }
    }

    @Test("a kill -9 of the service is followed by a start at once")
    func restartAfterKill() async throws {
        let directory = try await TestDirectory.withCluster()
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = directory.data.string as String] in
            let server = try await EmbeddedPostgres.start(in: FilePath(path), logger: .quiet)
            _ = try await server.query("CREATE TABLE note AS SELECT 'kept' AS text")
            kill(getpid(), SIGKILL)
        }
        let server = try await directory.start()
        #expect(try await server.query("SELECT text FROM note") == "kept")
        await server.stop()
    }

    @Test("a server that has outlived service and watcher is ended by the next start")
    func orphan() async throws {
        let directory = try await TestDirectory.withCluster()
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = directory.data.string as String] in
            let server = try await EmbeddedPostgres.start(in: FilePath(path), logger: .quiet)
            try "\(server.processIdentifier)".write(toFile: path + "/test.pid", atomically: true, encoding: .utf8)
            try await shell("pkill -KILL -s \(server.processIdentifier) -x sh")
            kill(getpid(), SIGKILL)
        }
        let orphan = try String(contentsOfFile: "\(directory.data)/test.pid", encoding: .utf8)
        #expect(FileManager.default.fileExists(atPath: "/proc/\(orphan)/cwd"))
        let server = try await directory.start()
        #expect(!FileManager.default.fileExists(atPath: "/proc/\(orphan)/cwd"))
        #expect(try await server.query("SELECT 1") == "1")
        await server.stop()
    }

    @Test("a cluster that was never finished is made again")
    func unfinishedCluster() async throws {
        let directory = try TestDirectory()
        try await shell("mkdir -p '\(directory.data)/postgres.new-1/base'")
        let server = try await directory.start()
        await server.stop()
        #expect(!FileManager.default.fileExists(atPath: "\(directory.data)/postgres.new-1"))
    }

    /// Runs the rest of a command line as the user that servers run as.
    private static let asServer = isRoot ? "setpriv --reuid=postgres --clear-groups" : ""
}

/// The descriptors of this process that are ends of pipes.
private func pipes() throws -> Set<Int32> {
    let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }
    return Set(
        descriptors.filter { descriptor in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
            return target?.hasPrefix("pipe:") == true
        })
}
