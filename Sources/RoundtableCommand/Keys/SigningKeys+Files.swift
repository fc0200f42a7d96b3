import Configuration
import Foundation
import Roundtable
import SystemPackage

extension SigningKeys {
    /// The keys that an operator configured, or those in the data directory, where the first start makes one.
    ///
    /// - Throws: `Refusal`, saying which line of which file makes no sense.
    static func configured(_ config: ConfigReader) throws -> SigningKeys {
        if let lines = config.keyLines {
            let source = "ROUNDTABLE_KEYS"
            return try SigningKeys(try read(lines.replacing(",", with: "\n"), from: source), from: source)
        }
        if let path = config.string(forKey: "keys.file") {
            return try SigningKeys(try KeyFile(FilePath(path)).keys, from: path)
        }
        guard let path = config.dataDirectory?.appending("keys") else {
            throw Refusal(
                """
                An existing database needs signing keys that all instances share: --keys-file, ROUNDTABLE_KEYS_FILE or \
                ROUNDTABLE_KEYS. Make one with: echo "1 $(openssl rand -base64 32)"
                """)
        }
        if !FileManager.default.fileExists(atPath: path.string) {
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
