import CCrypto

/// A private key that signs by ES256 (RFC 7518): ECDSA on the curve P-256, of SHA-256; computed by OpenSSL.
package final class ES256Key: Sendable {
    /// NB: OpenSSL counts references to a key by atomic operations, and signing does not change it.
    private nonisolated(unsafe) let key: OpaquePointer

    /// Reads a key in PKCS #8, as PEM; nil if it is none, or one of another curve.
    package init?(pem: String) {
        var pem = Array(pem.utf8)
        let count = Int32(pem.count)
        guard let memory = pem.withUnsafeMutableBytes({ BIO_new_mem_buf($0.baseAddress, count) }) else { return nil }
        defer { BIO_free(memory) }
        let read = pem.withUnsafeBytes { _ in PEM_read_bio_PrivateKey(memory, nil, nil, nil) }
        guard let read else { return nil }
        key = read
        guard EVP_PKEY_get_bits(key) == 256, EVP_PKEY_get_base_id(key) == EVP_PKEY_EC else { return nil }
    }

    deinit { EVP_PKEY_free(key) }

    /// A new key in PKCS #8, as PEM; nil if OpenSSL can't make one.
    package static func makePEM() -> String? {
        guard let key = crypto_new_p256_key() else { return nil }
        defer { EVP_PKEY_free(key) }
        guard let memory = BIO_new(BIO_s_mem()) else { return nil }
        defer { BIO_free(memory) }
        guard PEM_write_bio_PKCS8PrivateKey(memory, key, nil, nil, 0, nil, nil) == 1 else { return nil }
        var text = [UInt8](repeating: 0, count: 1024)
        let count = Int(BIO_read(memory, &text, Int32(text.count)))
        return count > 0 ? String(decoding: text.prefix(count), as: UTF8.self) : nil
    }

    /// The signature of a message: 64 bytes, R and S; nil if OpenSSL can't make one.
    package func signature(of message: [UInt8]) -> [UInt8]? {
        guard let context = EVP_MD_CTX_new() else { return nil }
        defer { EVP_MD_CTX_free(context) }
        var length = 0
        guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
            EVP_DigestSign(context, nil, &length, message, message.count) == 1
        else { return nil }
        var encoded = [UInt8](repeating: 0, count: length)
        guard EVP_DigestSign(context, &encoded, &length, message, message.count) == 1 else { return nil }
        return Self.plain(Array(encoded.prefix(length)))
    }

    /// R and S of a signature in DER.
    private static func plain(_ encoded: [UInt8]) -> [UInt8]? {
        encoded.withUnsafeBufferPointer { bytes in
            var next = bytes.baseAddress
            guard let signature = d2i_ECDSA_SIG(nil, &next, bytes.count) else { return nil }
            defer { ECDSA_SIG_free(signature) }
            var plain = [UInt8](repeating: 0, count: 64)
            let written = plain.withUnsafeMutableBufferPointer { plain in
                BN_bn2binpad(ECDSA_SIG_get0_r(signature), plain.baseAddress, 32)
                    + BN_bn2binpad(ECDSA_SIG_get0_s(signature), plain.baseAddress?.advanced(by: 32), 32)
            }
            return written == 64 ? plain : nil
        }
    }
}
