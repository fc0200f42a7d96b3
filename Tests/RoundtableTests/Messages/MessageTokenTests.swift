@_spi(Roundtable) import RoundtableModel
import Digests
import Foundation
import Roundtable
import TestSupport
import Testing

@Suite("Message tokens")
struct MessageTokenTests {
    private static let session = SessionID(.numbered(5))
    private static let references: [MessageReference] = [
        .event(revision: 1), .event(revision: 70_000), .draft(DraftID(.numbered(6))),
        .fresh(FreshMessageID(.numbered(7))),
        .picture(revision: 9), .claim(ClaimID(.numbered(8))),
    ]

    private func key(_ id: UInt8) -> SigningKeys.Key {
        .init(id: id, secret: Array(SHA256.hash([id])))
    }

    @Test("a token names what it was made for, in a short URL", arguments: references)
    func roundTrip(reference: MessageReference) throws {
        let keys = try SigningKeys.ofTests
        let token = TokenPayload(session: Self.session, reference: reference)
        let text = token.token(keys: keys)
        #expect(TokenPayload(text, keys: keys) == token)
        let address = try TestTime().context().address(of: reference, in: Self.session)
        #expect(address.page.text == "https://table.example/m/\(text.rawValue)")
        #expect(address.image.text == address.page.text + ".png")
        #expect(address.image.text.count < 200)
    }

    @Test("a token that is forged, cut short or lengthened in any place is none", arguments: references)
    func forged(reference: MessageReference) throws {
        let keys = try SigningKeys.ofTests
        let text = TokenPayload(session: Self.session, reference: reference).token(keys: keys).rawValue
        for index in text.indices {
            let other: Character = text[index] == "A" ? "B" : "A"
            let forged = text.replacingCharacters(in: index...index, with: String(other))
            #expect(TokenPayload(MessageToken(rawValue: forged), keys: keys) == nil)
            #expect(TokenPayload(MessageToken(rawValue: String(text[..<index])), keys: keys) == nil)
        }
        for suffix in ["A", "=", "==", "\n", ".png"] {
            #expect(TokenPayload(MessageToken(rawValue: text + suffix), keys: keys) == nil)
        }
    }

    @Test("a token lives as long as its key is kept, whichever key signs now")
    func rotation() throws {
        let text = TokenPayload(session: Self.session, reference: Self.references[0])
            .token(keys: try SigningKeys([key(1)]))
        #expect(TokenPayload(text, keys: try SigningKeys([key(2), key(1)])) != nil)
        #expect(TokenPayload(text, keys: try SigningKeys([key(2)])) == nil)
        let impostor = SigningKeys.Key(id: 1, secret: Array(SHA256.hash([UInt8(9)])))
        #expect(TokenPayload(text, keys: try SigningKeys([impostor])) == nil)
    }

    @Test("a signature for one purpose means nothing for another")
    func purpose() throws {
        let keys = try SigningKeys.ofTests
        let credential = keys.seal(for: .credential) { $0 += Array(repeating: 1, count: 33) }
        #expect(keys.open(credential, for: .credential) != nil)
        #expect(keys.open(credential, for: .message) == nil)
        #expect(TokenPayload(MessageToken(rawValue: credential), keys: keys) == nil)
    }

    @Test("keys that are missing, short or numbered twice are refused")
    func defects() throws {
        let short = SigningKeys.Key(id: 3, secret: Array(repeating: 1, count: 31))
        #expect(throws: SigningKeys.Defect.none) { try SigningKeys([]) }
        #expect(throws: SigningKeys.Defect.tooShort(id: 3)) { try SigningKeys([key(1), short]) }
        #expect(throws: SigningKeys.Defect.duplicate(id: 1)) { try SigningKeys([key(1), key(1)]) }
    }

    @Test(
        "keys that stand in examples are refused",
        arguments: [
            Array(repeating: 0, count: 32), Array(repeating: 0xFF, count: 64), Array(repeating: 7, count: 32),
            (0..<32).map { UInt8($0) }, (1...40).map { UInt8($0) },
            Array("changemechangemechangemechangeme".utf8),
            Array("0123456701234567012345670123456701234567".utf8),
        ])
    func guessable(secret: [UInt8]) throws {
        let example = SigningKeys.Key(id: 3, secret: secret)
        #expect(throws: SigningKeys.Defect.guessable(id: 3)) { try SigningKeys([key(1), example]) }
    }

    @Test("keys that were drawn are none of those, also written as digits")
    func drawn() throws {
        for _ in 0..<1000 {
            let drawn = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
            let digits = drawn.map { String($0, radix: 16) }.joined()
            #expect(throws: Never.self) {
                try SigningKeys([
                    .init(id: 1, secret: drawn), .init(id: 2, secret: Array(digits.utf8)),
                ])
            }
        }
    }

    @Test("a key that is printed or dumped shows no byte of its secret")
    func printed() throws {
        let key = key(7)
        var dumped = ""
        dump([key], to: &dumped)
        #expect("\(key) \([key])" == "key 7 [key 7]")
        #expect(!dumped.contains("\(key.secret[0])"))
    }

    @Test("what is derived from a key outlives the rotation of the others")
    func derived() throws {
        let bytes = Data("player and key".utf8)
        let before = try SigningKeys([key(1)]).derivedUUID(from: bytes, for: .sessionID)
        #expect(try SigningKeys([key(2), key(1)]).derivedUUID(from: bytes, for: .sessionID) == before)
        #expect(try SigningKeys([key(2)]).derivedUUID(from: bytes, for: .sessionID) != before)
        #expect(try SigningKeys([key(1)]).derivedUUID(from: Data(), for: .sessionID) != before)
    }
}
