package import Digests
package import Foundation

/// The service's secret keys: the first one signs, all of them verify, so that keys can be rotated while tokens live.
package struct SigningKeys: Sendable {
    /// One secret key and its number, which is part of every token it signed.
    package struct Key: Sendable {
        /// The number, unique among the keys.
        package let id: UInt8
        /// At least 32 random bytes.
        package let secret: [UInt8]

        package init(id: UInt8, secret: [UInt8]) {
            self.id = id
            self.secret = secret
        }
    }

    /// The purposes of a key; a signature for one purpose means nothing for another.
    package enum Purpose: String, CaseIterable {
        case message, credential, sessionID = "session-id", linkCode = "link-code", entityTag = "entity-tag"
    }

    /// Why keys can't be used.
    package enum Defect: Error, Equatable {
        case none, tooShort(id: UInt8), guessable(id: UInt8), duplicate(id: UInt8)
    }

    private static let signatureLength = 16
    /// Tells these keys from any that were read before or after them.
    let version = UUID()
    /// The number of the key that signs.
    package let current: UInt8
    private let keys: [UInt8: Key]
    /// The beginning of every signature of a key for a purpose: the same each time, so that it is made once.
    private let beginnings: [UInt8: [Purpose: HMAC]]
    /// The hash by which clients are told whether an answer has changed. NB: keyed, or a player could make a move after
    /// which an answer has the tag of what another player has seen before.
    package let entityTags: SipHash

    /// Keys in order of preference: the first signs.
    package init(_ list: [Key]) throws(Defect) {
        guard let first = list.first else { throw .none }
        var keys: [UInt8: Key] = [:]
        for key in list {
            guard key.secret.count >= 32 else { throw .tooShort(id: key.id) }
            guard !key.isGuessable else { throw .guessable(id: key.id) }
            guard keys.updateValue(key, forKey: key.id) == nil else { throw .duplicate(id: key.id) }
        }
        current = first.id
        self.keys = keys
        beginnings = keys.mapValues { key in Dictionary(forAll: { $0.beginning(with: key.secret) }) }
        // NB: by the oldest key, so that rotation keeps it stable.
        let oldest = list.min { $0.id < $1.id } ?? first
        entityTags = SipHash(key: Array(Purpose.entityTag.beginning(with: oldest.secret).finalize().prefix(16)))
    }

    /// The payload that `write` appends, with the key's number before and a signature behind it, in URL-safe base64.
    package func seal(for purpose: Purpose, _ write: (inout [UInt8]) -> Void) -> String {
        var sealed: [UInt8] = []
        sealed.reserveCapacity(64)
        sealed.append(current)
        write(&sealed)
        let signature = signature(of: sealed, for: purpose, by: current)
        sealed.append(contentsOf: signature)
        return Data(sealed).base64URL
    }

    /// The payload of a sealed text; nil if it is forged, truncated, or signed for another purpose or by a retired key.
    package func open(_ text: String, for purpose: Purpose) -> ArraySlice<UInt8>? {
        guard let sealed = [UInt8](base64URL: text), let id = sealed.first, keys[id] != nil,
            sealed.count > Self.signatureLength
        else { return nil }
        let signed = sealed.dropLast(Self.signatureLength)
        let signature = signature(of: signed, for: purpose, by: id)
        guard signature.constantTimeEquals(sealed.suffix(Self.signatureLength)) else { return nil }
        return signed.dropFirst()
    }

    /// A UUID that only this service can derive from some bytes, by the oldest key first so that rotation keeps it
    /// stable.
    package func derivedUUID(from bytes: Data, for purpose: Purpose) -> UUID {
        let signature = Array(signature(of: bytes, for: purpose, by: keys.keys.min() ?? current))
        return UUID(version8: signature.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
    }

    private func signature(
        of bytes: some ContiguousBytes, for purpose: Purpose, by key: UInt8
    ) -> Slice<SHA256Digest> {
        guard var code = beginnings[key]?[purpose] else { preconditionFailure("There is no key \(key).") }
        bytes.withUnsafeBytes { code.update($0) }
        return code.finalize().prefix(Self.signatureLength)
    }
}

/// NB: a key that is printed, as part of whatever it is in, shows its number only.
extension SigningKeys.Key: CustomStringConvertible, CustomReflectable {
    package var description: String { "key \(id)" }
    package var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}

extension SigningKeys.Key {
    /// Whether the secret is one that examples have, and nobody drew: a byte or a few again and again, or counted up.
    fileprivate var isGuessable: Bool {
        let steps = Set(zip(secret, secret.dropFirst()).map { $1 &- $0 })
        // NB: 32 bytes that were drawn have 30 different values; eight or fewer happen to nobody.
        return Set(secret).count <= 8 || steps.count == 1
    }
}

extension SigningKeys.Purpose {
    /// The prefix of everything that is signed for this purpose.
    fileprivate func beginning(with secret: [UInt8]) -> HMAC {
        var code = HMAC(key: secret)
        code.update(Array("roundtable/\(rawValue)\0".utf8))
        return code
    }
}

extension Data {
    /// RFC 4648, section 5, without padding.
    var base64URL: String {
        base64EncodedString(options: [.base64URLAlphabet, .omitPaddingCharacter])
    }
}

extension [UInt8] {
    /// Reads RFC 4648, section 5, without padding, and in the one form that its bytes have; nil for anything else.
    fileprivate init?(base64URL text: String) {
        self = []
        reserveCapacity(text.utf8.count)
        var (bits, count) = (UInt32(0), UInt32(0))
        for digit in text.utf8 {
            guard let value = digit.base64URLValue else { return nil }
            bits = bits << 6 | value
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            append(UInt8(truncatingIfNeeded: bits >> count))
        }
        guard count < 6, bits & (1 << count - 1) == 0 else { return nil }
    }
}

extension UInt8 {
    fileprivate var base64URLValue: UInt32? {
        switch self {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(self - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(self - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(self - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}

extension Slice<SHA256Digest> {
    fileprivate func constantTimeEquals(_ other: ArraySlice<UInt8>) -> Bool {
        count == other.count && zip(self, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension UUID {
    /// A UUID of version 8 (RFC 9562), in all other bits that of 16 bytes.
    init(version8 bytes: uuid_t) {
        var raw = bytes
        raw.6 = raw.6 & 0x0F | 0x80
        raw.8 = raw.8 & 0x3F | 0x80
        self.init(uuid: raw)
    }

    /// A UUID from its 16 bytes.
    init(bytes: some Sequence<UInt8>) {
        var raw: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &raw) { target in
            for (index, byte) in bytes.prefix(16).enumerated() { target[index] = byte }
        }
        self.init(uuid: raw)
    }

    var bytes: Data { withUnsafeBytes(of: uuid) { Data($0) } }
}
