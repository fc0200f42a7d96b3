import Configuration
import Digests
import Foundation
import ProgramOutput
import Roundtable
import SystemPackage

/// A file of signing keys, a line each: a number from 0 to 255, a space, at least 32 random bytes in base64.
struct KeyFile {
    let path: FilePath
    /// The keys; the first signs, all of them verify.
    var keys: [SigningKeys.Key]

    /// Writes the file in place of an older one, durably, if the keys can be used.
    func save() throws {
        _ = try SigningKeys(keys, from: path.string)
        let lines = keys.map { "\($0.id) \(Data($0.secret).base64EncodedString())\n" }
        try DurableFile.replace(path.string, with: Data(lines.joined().utf8))
    }

    /// The file that the settings name, or the one in the data directory.
    ///
    /// - Throws: `Refusal`, if the keys are not in a file, or nobody knows in which.
    static func configured(_ config: ConfigReader) throws -> KeyFile {
        guard config.keyLines == nil else {
            throw Refusal("The keys are in ROUNDTABLE_KEYS, not in a file: change them there.")
        }
        guard let path = config.keyPath else { throw Refusal("Name the keys: --keys-file or ROUNDTABLE_KEYS_FILE.") }
        return try KeyFile(path)
    }
}

extension KeyFile {
    /// - Throws: `Refusal`, saying which line makes no sense.
    init(_ path: FilePath) throws {
        guard let content = FileManager.default.contents(atPath: path.string) else {
            throw Refusal("The keys in \(path) can't be read.")
        }
        self.path = path
        keys = try SigningKeys.read(String(decoding: content, as: UTF8.self), from: path.string)
    }
}

extension SigningKeys.Key {
    static func random(number: UInt8) -> SigningKeys.Key {
        SigningKeys.Key(id: number, secret: (0..<32).map { _ in .random(in: 0...255) })
    }

    /// The beginning of a hash of the secret, by which operators tell that two files have the same key.
    var fingerprint: String { SHA256.hash(secret).prefix(6).hexadecimal }
}

extension SigningKeys {
    /// The keys that an operator configured, or those in the data directory, where the first start makes one.
    ///
    /// - Throws: `Refusal`, saying which line of which file makes no sense.
    static func configured(_ config: ConfigReader) throws -> SigningKeys {
        if let lines = config.keyLines {
            let source = "ROUNDTABLE_KEYS"
            return try SigningKeys(try read(lines.replacing(",", with: "\n"), from: source), from: source)
        }
        guard let path = config.keyPath else {
            throw Refusal(
                """
                An existing database needs signing keys that all instances share: --keys-file, ROUNDTABLE_KEYS_FILE or \
                ROUNDTABLE_KEYS. Make one with: echo "1 $(openssl rand -base64 32)"
                """)
        }
        if !config.namesKeys, !FileManager.default.fileExists(atPath: path.string) {
            try FileManager.default.createDirectory(
                atPath: path.removingLastComponent().string, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            try KeyFile(path: path, keys: [.random(number: 1)]).save()
        }
        return try SigningKeys(try KeyFile(path).keys, from: path.string)
    }

    static func read(_ lines: String, from source: String) throws -> [Key] {
        try lines.split(whereSeparator: \.isNewline).enumerated().map { index, line in
            let parts = line.split(separator: " ")
            guard parts.count == 2, let id = UInt8(parts[0]), let secret = Data(base64Encoded: String(parts[1])) else {
                throw Refusal("\(source), line \(index + 1), is not a key: a number, a space, base64.")
            }
            return Key(id: id, secret: Array(secret))
        }
    }

    /// Keys in order of preference, if they can be used.
    init(_ keys: [Key], from source: String) throws {
        do {
            try self.init(keys)
        } catch {
            switch error {
            case .none: throw Refusal("\(source) has no key.")
            case .tooShort(let id): throw Refusal("Key \(id) of \(source) is shorter than 32 bytes.")
            case .guessable(let id):
                throw Refusal(
                    """
                    Key \(id) of \(source) is no secret: it is an example, and anybody could sign with it. Make one \
                    with: echo "\(id) $(openssl rand -base64 32)"
                    """)
            case .duplicate(let id): throw Refusal("\(source) has two keys with the number \(id).")
            }
        }
    }
}
