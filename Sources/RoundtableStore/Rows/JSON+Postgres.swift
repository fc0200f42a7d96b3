import Foundation
import GameRules
import Postgres
import Roundtable

/// JSON of a value, for a `jsonb` column.
///
/// - Throws: `internal`, if the value has no JSON.
func json(_ value: some Encodable) throws(ServiceError) -> PostgresJSON {
    do {
        return PostgresJSON(try GameJSON(encoding: value).data)
    } catch {
        throw ServiceError(.internal, "A value can't be stored.", underlying: error)
    }
}

extension PostgresJSON {
    /// The value that a `jsonb` column holds.
    func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try GameJSON(Data(text)).decode()
    }
}
