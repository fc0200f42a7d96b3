import Digests
import Testing

/// Digests and codes as their standards give them.
struct DigestTests {
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ])
    func `SHA-256 has the values of FIPS 180`(message: String, expected: String) {
        #expect(hexadecimal(SHA256.hash(Array(message.utf8))) == expected)
    }

    @Test
    func `pieces have the digest of the whole, and a copy goes on by itself`() {
        var whole = SHA256()
        whole.update(Array("ab".utf8))
        var other = whole
        whole.update(Array("c".utf8))
        other.update(Array("x".utf8))
        #expect(Array(whole.finalize()) == Array(SHA256.hash(Array("abc".utf8))))
        #expect(Array(other.finalize()) == Array(SHA256.hash(Array("abx".utf8))))
        #expect(Array(whole.finalize()) == Array(whole.finalize()))
    }

    /// Values of SipHash-1-3 in the tests of Rust's standard library: of the bytes 0, 1, 2 … under the key 0 … 15.
    @Test(
        arguments: [
            (0, 0xABAC_0158_050F_C4DC), (1, 0xC9F4_9BF3_7D57_CA93), (7, 0xD392_7D98_9BB1_1140),
            (8, 0x3690_9511_8D29_9A8E), (15, 0xD320_D86D_2A51_9956), (63, 0x9D19_9062_B7BB_B3A8),
        ] as [(Int, UInt64)])
    func `SipHash has the values that others have`(size: Int, expected: UInt64) {
        let message = (0..<size).map { UInt8($0) }
        #expect(message.withUnsafeBytes { SipHash(key: Array(0..<16)).hash($0) } == expected)
    }

    /// RFC 4231, test cases 1, 2, 3 and 6, whose key is longer than a block.
    @Test(arguments: [
        (
            Array(repeating: UInt8(0x0B), count: 20), Array("Hi There".utf8),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            Array(repeating: 0xAA, count: 20), Array(repeating: 0xDD, count: 50),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        (
            Array(repeating: 0xAA, count: 131), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
    ])
    func `codes are those of RFC 4231`(key: [UInt8], message: [UInt8], expected: String) {
        var code = HMAC(key: key)
        code.update(message)
        #expect(hexadecimal(code.finalize()) == expected)
    }

    private func hexadecimal(_ digest: SHA256Digest) -> String {
        digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
