import CCrypto

/// SHA-256 (FIPS 180-4) of bytes that come piece by piece; computed by OpenSSL.
///
/// A copy goes on from where the original stands, so that a beginning that many messages share is digested once.
package struct SHA256: Sendable {
    private var context = SHA256_CTX()

    package init() { SHA256_Init(&context) }

    /// Takes in the next bytes.
    package mutating func update(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { update($0) }
    }

    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        SHA256_Update(&context, bytes.baseAddress, bytes.count)
    }

    /// The digest of everything so far.
    package func finalize() -> SHA256Digest {
        var context = context
        var digest = SHA256Digest()
        _ = withUnsafeMutableBytes(of: &digest.words) { SHA256_Final($0.baseAddress, &context) }
        return digest
    }

    package static func hash(_ bytes: [UInt8]) -> SHA256Digest { bytes.withUnsafeBytes { hash($0) } }

    package static func hash(_ bytes: UnsafeRawBufferPointer) -> SHA256Digest {
        var hash = SHA256()
        hash.update(bytes)
        return hash.finalize()
    }
}

/// The 32 bytes of a digest, in place.
package struct SHA256Digest: RandomAccessCollection, Sendable {
    /// The bytes as they lie in memory.
    fileprivate(set) var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    package var startIndex: Int { 0 }
    package var endIndex: Int { 32 }
    package subscript(position: Int) -> UInt8 { withUnsafeBytes { $0[position] } }

    /// Lends the bytes.
    package func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try Swift.withUnsafeBytes(of: words, body)
    }
}
