/// SQL with typed parameters, written as a string literal: `"SELECT name FROM person WHERE id = \(id)"`.
///
/// An interpolated value never becomes part of the text: it travels beside it, in binary. The text of one place in
/// the source is therefore always the same, and a connection prepares it once. A part of the text that varies, such
/// as the name of a table, is written `\(unescaped: name)`.
///
/// - Warning: what is written unescaped must never come from outside.
public struct PostgresStatement: ExpressibleByStringInterpolation, Sendable {
    /// The SQL with the types of its parameters, as a connection prepares it.
    let prepared: StatementText
    /// The parameters as ``PostgresEncoder`` lays them out.
    let values: [UInt8]
    /// A comment before the text, where the database shows what it executes; such a statement is not prepared.
    var comment: String?
    /// The time that it may take; nil for what the configuration says.
    var timeLimit: Duration?

    /// The SQL, with `$1`, `$2`, … where values belong.
    public var text: String { prepared.sql }
    /// The identifiers of the parameters' types.
    var types: [UInt32] { prepared.types }
    /// The text as the database shows it.
    var seenText: String { comment.map { "\($0) \(text)" } ?? text }

    /// Takes a literal without parameters.
    public init(stringLiteral text: String) { self.init(unescaped: text) }

    /// Takes what was gathered of a literal with parameters.
    public init(stringInterpolation: StringInterpolation) {
        self.init(
            StatementText(stringInterpolation.text, types: stringInterpolation.types),
            values: stringInterpolation.encoder.bytes)
    }

    /// Takes a whole text as it is, without parameters.
    public init(unescaped text: String) { self.init(StatementText(text, types: []), values: []) }

    @usableFromInline
    init(_ text: StatementText, values: [UInt8]) {
        prepared = text
        self.values = values
    }

    /// Gathers the text and the parameters of a statement.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        @usableFromInline var text: String
        @usableFromInline var types: [UInt32] = []
        @usableFromInline var encoder = PostgresEncoder()

        /// Makes room for a literal.
        public init(literalCapacity: Int, interpolationCount: Int) {
            text = ""
            text.reserveCapacity(literalCapacity + 3 * interpolationCount)
            types.reserveCapacity(interpolationCount)
        }

        /// Adds to the text itself.
        public mutating func appendLiteral(_ literal: String) { text += literal }

        /// Adds a parameter.
        @inlinable
        public mutating func appendInterpolation<Value: PostgresCodable>(_ value: Value) {
            types.append(Value.postgresType.oid)
            encoder.append(value)
            text += "$\(types.count)"
        }

        /// Adds a parameter that may be NULL.
        ///
        /// NB: only there because the compiler warns of interpolated optionals unless a method asks for one.
        @inlinable
        public mutating func appendInterpolation<Value: PostgresCodable>(_ value: Value?) {
            types.append(Value.postgresType.oid)
            encoder.append(value)
            text += "$\(types.count)"
        }

        /// Adds to the text itself.
        public mutating func appendInterpolation(unescaped sql: String) { text += sql }
    }
}
