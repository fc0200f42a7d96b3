import LeanJSON
import Postgres
import Roundtable

/// JSON of a value, for a `jsonb` column.
///
/// - Throws: `internal`, if the value has no JSON.
func json(_ value: some Encodable) throws(ServiceError) -> PostgresJSON {
    do {
        return PostgresJSON(try LeanJSONEncoder().encode(value))
    } catch {
        throw ServiceError(.internal, "A value can't be stored.", underlying: error)
    }
}

extension PostgresJSON {
    /// The value that a `jsonb` column holds.
    func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try LeanJSONDecoder().decode(from: text)
    }
}
