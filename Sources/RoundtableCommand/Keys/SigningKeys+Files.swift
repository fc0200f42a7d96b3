import Configuration
import Crypto
import Foundation
import Roundtable
import SystemPackage

extension SigningKeys {
    /// The keys that an operator configured, or those in the data directory, where the first start makes one.
    ///
    /// - Throws: `SettingsError`, saying which line of which file makes no sense.
    static func configured(_ config: ConfigReader, dataDirectory: FilePath?) throws -> SigningKeys {
        if let lines = config.string(forKey: "keys", isSecret: true) {
            return try SigningKeys(lines: lines.replacing(",", with: "\n"), from: "ROUNDTABLE_KEYS")
        }
        if let path = config.string(forKey: "keys.file") {
            return try SigningKeys(file: FilePath(path))
        }
        guard let dataDirectory else {
            throw SettingsError(
                """
                An existing database needs signing keys that all instances share: --keys-file, ROUNDTABLE_KEYS_FILE or \
                ROUNDTABLE_KEYS. Make one with: echo "1 $(openssl rand -base64 32)"
                """)
        }
        let path = dataDirectory.appending("keys")
        if !FileManager.default.fileExists(atPath: path.string) { try makeFile(at: path) }
        return try SigningKeys(file: path)
    }

    /// A file with one new key that only we may read, complete from the moment it is there.
    private static func makeFile(at path: FilePath) throws {
        let secret = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0).base64EncodedString() }
        let unfinished = path.string + ".new"
        let made = FileManager.default.createFile(
            atPath: unfinished, contents: Data("1 \(secret)\n".utf8), attributes: [.posixPermissions: 0o600])
        guard made else { throw SettingsError("No keys can be written to \(path).") }
        try FileManager.default.moveItem(atPath: unfinished, toPath: path.string)
    }

    private init(file path: FilePath) throws {
        guard let content = FileManager.default.contents(atPath: path.string) else {
            throw SettingsError("The keys in \(path) can't be read.")
        }
        try self.init(lines: String(decoding: content, as: UTF8.self), from: path.string)
    }

    private init(lines: String, from source: String) throws {
        let keys = try lines.split(whereSeparator: \.isNewline).enumerated().map { index, line in
            let parts = line.split(separator: " ")
            guard parts.count == 2, let id = UInt8(parts[0]), let secret = Data(base64Encoded: String(parts[1])) else {
                throw SettingsError("\(source), line \(index + 1), is not a key: a number, a space, base64.")
            }
            return Key(id: id, secret: SymmetricKey(data: secret))
        }
        do {
            try self.init(keys)
        } catch {
            switch error {
            case .none: throw SettingsError("\(source) has no key.")
            case .tooShort(let id): throw SettingsError("Key \(id) of \(source) is shorter than 32 bytes.")
            case .duplicate(let id): throw SettingsError("\(source) has two keys with the number \(id).")
            }
        }
    }
}
