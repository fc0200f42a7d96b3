import Foundation
import JSON
import Roundtable
import RoundtableModel

extension GameJSON {
    /// The same, if the database can keep it.
    ///
    /// - Throws: `bad_request`, if a text in it has U+0000.
    func keepable() throws(ServiceError) -> GameJSON {
        guard !data.contains(UInt8(ascii: "\\")) || !value.hasNullCharacter else {
            throw ServiceError(.badRequest, "U+0000 is not allowed in a text.")
        }
        return self
    }
}

extension JSONValue {
    /// Whether a text in it, or a member's name, has the character U+0000.
    fileprivate var hasNullCharacter: Bool {
        switch self {
        case .null, .bool, .integer, .number: false
        case .string(let text): text.unicodeScalars.contains("\0")
        case .array(let values): values.contains(where: \.hasNullCharacter)
        case .object(let members):
            members.contains { $0.key.unicodeScalars.contains("\0") || $0.value.hasNullCharacter }
        }
    }
}
