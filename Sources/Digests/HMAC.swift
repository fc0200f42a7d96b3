/// A message authentication code: HMAC (RFC 2104) with SHA-256.
///
/// A copy goes on from where the original stands.
package struct HMAC: Sendable {
    private static let blockLength = 64
    private var inner = SHA256()
    private var outer = SHA256()

    /// The code of nothing yet, under a secret key.
    package init(key: [UInt8]) {
        var block = key.count > Self.blockLength ? Array(SHA256.hash(key)) : key
        block += Array(repeating: 0, count: Self.blockLength - block.count)
        inner.update(block.map { $0 ^ 0x36 })
        outer.update(block.map { $0 ^ 0x5C })
    }

    /// Takes in the next bytes.
    package mutating func update(_ bytes: [UInt8]) { inner.update(bytes) }

    package mutating func update(_ bytes: UnsafeRawBufferPointer) { inner.update(bytes) }

    /// The code of everything so far.
    package func finalize() -> SHA256Digest {
        var outer = outer
        inner.finalize().withUnsafeBytes { outer.update($0) }
        return outer.finalize()
    }
}
