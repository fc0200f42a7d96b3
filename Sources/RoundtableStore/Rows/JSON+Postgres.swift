import LeanJSON
import Postgres
import Roundtable

/// JSON of a value, for a column.
///
/// - Throws: `internal`, if the value has no JSON; `bad_request`, if it can't be kept.
func json(_ value: some Encodable) throws(ServiceError) -> PostgresJSON {
    let text: [UInt8]
    do {
        text = try LeanJSONEncoder().encode(value)
    } catch {
        throw ServiceError(.internal, "A value can't be stored.", underlying: error)
    }
    return try PostgresJSON(text).storable()
}

extension PostgresJSON {
    /// The same, if PostgreSQL can take it apart when operators ask: it has no U+0000 in any text.
    ///
    /// - Throws: `bad_request`, otherwise.
    func storable() throws(ServiceError) -> PostgresJSON {
        guard !hasNullCharacter else {
            throw ServiceError(.badRequest, "A text holds the character U+0000, which can't be kept.")
        }
        return self
    }

    /// The value that a column holds.
    func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try LeanJSONDecoder().decode(from: text)
    }
}
