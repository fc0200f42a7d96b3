package import Crypto
package import Foundation

/// The service's secret keys: the first one signs, all of them verify, so that keys can be rotated while tokens live.
package struct SigningKeys: Sendable {
    /// One secret key and its number, which is part of every token it signed.
    package struct Key: Sendable {
        /// The number, unique among the keys.
        package let id: UInt8
        /// At least 32 random bytes.
        package let secret: SymmetricKey

        /// A key of the configuration.
        package init(id: UInt8, secret: SymmetricKey) {
            self.id = id
            self.secret = secret
        }
    }

    /// What a key is used for; a signature for one purpose means nothing for another.
    package enum Purpose: String {
        case message, credential, sessionID = "session-id", linkCode = "link-code"
    }

    /// Why keys can't be used.
    package enum Defect: Error, Equatable {
        case none, tooShort(id: UInt8), duplicate(id: UInt8)
    }

    private static let signatureLength = 16
    private let current: Key
    private let keys: [UInt8: Key]

    /// Keys in order of preference: the first signs.
    package init(_ list: [Key]) throws(Defect) {
        guard let first = list.first else { throw .none }
        var keys: [UInt8: Key] = [:]
        for key in list {
            guard key.secret.bitCount >= 256 else { throw .tooShort(id: key.id) }
            guard keys.updateValue(key, forKey: key.id) == nil else { throw .duplicate(id: key.id) }
        }
        current = first
        self.keys = keys
    }

    /// A payload with the key's number before and a signature behind it, in URL-safe base64.
    package func seal(_ payload: Data, for purpose: Purpose) -> String {
        var sealed = Data([current.id])
        sealed.append(payload)
        sealed.append(signature(of: sealed, for: purpose, by: current))
        return sealed.base64URL
    }

    /// The payload of a sealed text; nil if it is forged, truncated, or signed for another purpose or by a retired key.
    package func open(_ text: String, for purpose: Purpose) -> Data? {
        guard let sealed = Data(base64URL: text), let id = sealed.first, let key = keys[id],
            sealed.count > Self.signatureLength
        else { return nil }
        let signed = sealed.dropLast(Self.signatureLength)
        let expected = signature(of: signed, for: purpose, by: key)
        guard expected.constantTimeEquals(sealed.suffix(Self.signatureLength)) else { return nil }
        return Data(signed.dropFirst())
    }

    /// A UUID that only this service can derive from some bytes, by the oldest key first so that rotation keeps it stable.
    package func derivedUUID(from bytes: Data, for purpose: Purpose) -> UUID {
        let oldest = keys.values.min { $0.id < $1.id } ?? current
        var raw = [UInt8](signature(of: bytes, for: purpose, by: oldest))
        raw[6] = raw[6] & 0x0F | 0x80
        raw[8] = raw[8] & 0x3F | 0x80
        return UUID(bytes: raw)
    }

    private func signature(of bytes: Data, for purpose: Purpose, by key: Key) -> Data {
        var code = HMAC<SHA256>(key: key.secret)
        code.update(data: Data("roundtable/\(purpose.rawValue)\0".utf8))
        code.update(data: bytes)
        return Data(code.finalize().prefix(Self.signatureLength))
    }
}

extension Data {
    /// RFC 4648, section 5, without padding.
    var base64URL: String {
        base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Reads RFC 4648, section 5, without padding; nil for anything else.
    init?(base64URL text: String) {
        guard text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "=") })
        else { return nil }
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        self.init(base64Encoded: text.replacing("-", with: "+").replacing("_", with: "/") + padding)
        guard base64URL == text else { return nil }
    }

    fileprivate func constantTimeEquals(_ other: Data) -> Bool {
        count == other.count && zip(self, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension UUID {
    /// A UUID from its 16 bytes.
    init(bytes: some Sequence<UInt8>) {
        var raw: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &raw) { target in
            for (index, byte) in bytes.prefix(16).enumerated() { target[index] = byte }
        }
        self.init(uuid: raw)
    }

    /// The 16 bytes.
    var bytes: Data { withUnsafeBytes(of: uuid) { Data($0) } }
}
