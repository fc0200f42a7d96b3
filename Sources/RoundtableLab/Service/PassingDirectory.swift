import Foundation

/// Where a service keeps its database: a directory that was asked for, or one that goes with what is played.
struct PassingDirectory {
    let path: String
    private let isTemporary: Bool

    /// The directory that was asked for, or a new one.
    init(_ chosen: String?) throws {
        if let chosen {
            (path, isTemporary) = (chosen, false)
            return
        }
        let directory = FileManager.default.temporaryDirectory.appending(path: "roundtable-lab-\(getpid())")
        // As root, the database server runs as another user, who must get through here.
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        (path, isTemporary) = (directory.appending(path: "data").path(percentEncoded: false), true)
    }

    func remove() {
        guard isTemporary else { return }
        let directory = URL(filePath: path).deletingLastPathComponent()
        do {
            try FileManager.default.removeItem(at: directory)
        } catch {
            FileHandle.standardError.write(Data("\(directory.path()) is left behind: \(error)\n".utf8))
        }
    }
}
