import EmbeddedPostgres
import SystemPackage
import Testing

@Suite("Disks that take nothing", .enabled("needs the right to mount") { await Mount.isAllowed })
struct DiskTests {
    @Test("a read-only disk is called that")
    func readOnly() async throws {
        let directory = try TestDirectory()
        let mount = try await Mount(at: directory.root.appending("disk"), options: "ro")
        let failure = try await directory.failure(at: mount.path.appending("data"))
        #expect(failure == .readOnly(mount.path.appending("data")))
        try await mount.remove()
    }

    @Test("a disk too small for a cluster is called full")
    func tooSmall() async throws {
        let directory = try TestDirectory()
        let mount = try await Mount(at: directory.root.appending("disk"), options: "size=8m")
        let failure = try await directory.failure(at: mount.path.appending("data"))
        guard case .diskFull(mount.path.appending("data"), _) = failure else {
            Issue.record("\(failure)")
            return
        }
        #expect("\(failure)".contains("64 are needed"))
        try await mount.remove()
    }

    @Test("a disk that has filled up is called full, and the server starts once there is room")
    func filledUp() async throws {
        let directory = try TestDirectory()
        let mount = try await Mount(at: directory.root.appending("disk"), options: "size=120m")
        let data = mount.path.appending("data")
        try await directory.copyCluster(to: data)
        try await shell("dd if=/dev/zero of='\(mount.path)/ballast' bs=64k 2>/dev/null || true")
        let failure = try await directory.failure(at: data)
        guard case .diskFull = failure else {
            Issue.record("\(failure)")
            return
        }
        try await execute("rm", "\(mount.path)/ballast")
        let server = try await EmbeddedPostgres.start(in: data, logger: .quiet)
        await server.stop()
        try await mount.remove()
    }
}

/// A small file system in memory.
private struct Mount {
    let path: FilePath

    init(at path: FilePath, options: String) async throws {
        self.path = path
        try await shell("mkdir -p '\(path)' && mount -t tmpfs -o '\(options),mode=755' tmpfs '\(path)'")
    }

    func remove() async throws {
        try await execute("umount", path.string)
    }

    static var isAllowed: Bool {
        get async {
            guard isRoot, let directory = try? TestDirectory() else { return false }
            guard let mount = try? await Mount(at: directory.root.appending("disk"), options: "size=1m") else {
                return false
            }
            return (try? await mount.remove()) != nil
        }
    }
}
