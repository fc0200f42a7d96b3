import Foundation
import RoundtableJSON
import Postgres
import Roundtable

extension PostgresJSON {
    /// The JSON of a value, for a column.
    ///
    /// - Throws: `bad_request`, if PostgreSQL could not take it apart when operators ask: a text in it has U+0000.
    init(_ value: some JSONWritable) throws(ServiceError) { try self.init { value.write(to: &$0) } }

    /// The JSON of a value, for a column that may be NULL; nil for none.
    ///
    /// - Throws: `bad_request`, as above.
    init?(ifPresent value: (some JSONWritable)?) throws(ServiceError) {
        guard let value else { return nil }
        try self.init(value)
    }

    /// The JSON that is written, for a column.
    ///
    /// - Throws: `bad_request`, as above.
    init(_ write: (inout JSONWriter) -> Void) throws(ServiceError) {
        var json = JSONWriter()
        write(&json)
        self = json.withBytes { PostgresJSON($0) }
        guard !hasNullCharacter else {
            throw ServiceError(.badRequest, "A text holds the character U+0000, which can't be kept.")
        }
    }

    /// The root of the column's JSON, which is scanned by this.
    func root() throws(JSONError) -> JSONElement { try JSONDocument(text).root }

    /// The value that a column holds.
    func decode<Value: JSONReadable>(_ type: Value.Type = Value.self) throws(JSONError) -> Value {
        try Value(json: text)
    }
}

extension PostgresRow {
    /// Reads a column that holds one of a list of words.
    ///
    /// - Throws: `internal` with this sentence, if it is none of them.
    func word<Word: RawRepresentable>(
        _ column: String, orThrow sentence: String
    ) throws -> Word where Word.RawValue == String {
        guard let word = Word(rawValue: try decode(column)) else { throw ServiceError(.internal, sentence) }
        return word
    }
}

extension GameJSON {
    /// The JSON of a game's that a column holds, as it was written.
    init(_ column: PostgresJSON) { self.init(Data(column.text)) }

    /// The JSON of a game's that a column holds; nil if it is null.
    init?(_ column: PostgresJSON?) {
        guard let column else { return nil }
        self.init(column)
    }
}
