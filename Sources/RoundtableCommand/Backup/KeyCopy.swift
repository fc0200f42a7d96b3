import Digests
import Foundation
import SystemPackage

/// The keys that a backup has beside the database, and their checksum as `sha256sum` writes and reads it.
struct KeyCopy {
    private let path: FilePath
    private let checksumPath: FilePath

    init(in backup: FilePath) {
        path = backup.appending("keys")
        checksumPath = backup.appending("keys.sha256")
    }

    func save(_ keys: KeyFile) throws {
        try KeyFile(path: path, keys: keys.keys).save()
        guard let content = FileManager.default.contents(atPath: path.string) else {
            throw Refusal("\(path) was written and can't be read.")
        }
        try DurableFile.replace(checksumPath.string, with: Data("\(Self.checksum(of: content))  keys\n".utf8))
    }

    /// Reads the keys, which must be those that were put there.
    func read() throws -> KeyFile {
        guard let content = FileManager.default.contents(atPath: path.string) else {
            throw Refusal(
                """
                There are no keys in \(path), without which nobody's credential counts any more: find them, or name \
                those that the database was served with, by --keys-file or ROUNDTABLE_KEYS.
                """)
        }
        let line = FileManager.default.contents(atPath: checksumPath.string) ?? Data()
        let expected = String(decoding: line, as: UTF8.self).split(separator: " ").first.map(String.init)
        guard expected == Self.checksum(of: content) else {
            throw Refusal("The keys in \(path) are not those that were backed up: \(checksumPath) tells.")
        }
        return try KeyFile(path)
    }

    private static func checksum(of content: Data) -> String { content.withUnsafeBytes { SHA256.hash($0) }.hexadecimal }
}
