package import Foundation

/// The code that one device shows and another one enters to become a device of the same player: ten characters of
/// Crockford's base 32, which has no letters that look like digits. Fifty random bits, so that guessing leads nowhere.
package struct LinkCodeText: Hashable, Sendable {
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    private static let length = 10

    private let characters: String

    package static func make(using generator: inout some RandomNumberGenerator) -> LinkCodeText {
        LinkCodeText((0..<length).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] })
    }

    private init(_ characters: [Character]) { self.characters = String(characters) }

    /// Reads what somebody typed: in any case, with spaces and hyphens anywhere, O for 0 and I or L for 1. Nil for what
    /// can't be a code.
    package init?(typed: String) {
        guard typed.utf8.count <= 64 else { return nil }
        let read = typed.uppercased().compactMap { character -> Character? in
            switch character {
            case "O": "0"
            case "I", "L": "1"
            case "-", " ": nil
            default: character
            }
        }
        guard read.count == Self.length, read.allSatisfy(Self.alphabet.contains) else { return nil }
        self.init(read)
    }

    /// The code in two groups, as it is shown.
    package var text: String { "\(characters.prefix(5))-\(characters.suffix(5))" }

    /// The hash that is stored of the code: who reads it there can't enter the code.
    package func digest(by keys: SigningKeys) -> UUID {
        keys.derivedUUID(from: Data(characters.utf8), for: .linkCode)
    }
}
