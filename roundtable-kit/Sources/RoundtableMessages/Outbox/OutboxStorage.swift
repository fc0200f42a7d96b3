public import Foundation

/// The place where an outbox is kept: a file, unless an app or a test has its own.
public protocol OutboxStorage: Sendable {
    /// Reads what was written last; nil if nothing was.
    func read() throws -> Data?

    /// Replaces what was written last, wholly or not at all, and returns once it is safe.
    func write(_ data: Data) throws

    /// Moves what can't be understood out of the way, where a developer may look at it.
    func setAside()
}

/// An outbox in a file.
///
/// Put it where the extension may write, such as Application Support, and exclude it from no backup: a restored phone
/// takes up where the old one was, and the service tells repeats apart.
public struct OutboxFile: OutboxStorage {
    private let url: URL

    /// Uses the file of that name, and makes its folder with the first write.
    public init(at url: URL) { self.url = url }

    /// Uses the kit's own file in Application Support.
    public init() {
        let folders = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
        let folder = folders.first ?? FileManager.default.temporaryDirectory
        self.init(at: folder.appending(components: "Roundtable", "outbox.json"))
    }

    /// Reads the file.
    public func read() throws -> Data? {
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        return try Data(contentsOf: url)
    }

    /// Writes another file, makes sure that the disk has it, and renames it.
    public func write(_ data: Data) throws {
        let folder = url.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let draft = url.appendingPathExtension("new")
        try data.write(to: draft, options: Self.protection)
        let file = try FileHandle(forUpdating: draft)
        try file.synchronize()
        try file.close()
        guard rename(draft.path, url.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    /// Renames the file, in place of one that was set aside before.
    public func setAside() { _ = rename(url.path, url.appendingPathExtension("unreadable").path) }

    /// Bubbles arrive and are tapped on a phone that was unlocked once; the file must be readable then.
    private static var protection: Data.WritingOptions {
        #if os(iOS)
            .completeFileProtectionUntilFirstUserAuthentication
        #else
            []
        #endif
    }
}
