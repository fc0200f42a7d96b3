import Postgres

/// A part of a statement with parameters of its own: written like a statement, and interpolated into one.
struct StatementPart: ExpressibleByStringInterpolation, Sendable {
    fileprivate typealias Piece = @Sendable (inout PostgresStatement.StringInterpolation) -> Void

    fileprivate let pieces: [Piece]

    init(stringLiteral text: String) { pieces = [{ $0.appendLiteral(text) }] }

    init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var pieces: [Piece] = []

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ text: String) { pieces.append { $0.appendLiteral(text) } }

        mutating func appendInterpolation(_ value: some PostgresCodable) {
            pieces.append { $0.appendInterpolation(value) }
        }

        mutating func appendInterpolation(_ value: (some PostgresCodable)?) {
            pieces.append { $0.appendInterpolation(value) }
        }

        mutating func appendInterpolation(unescaped sql: String) { appendLiteral(sql) }

        mutating func appendInterpolation(_ part: StatementPart) { pieces += part.pieces }
    }
}

extension PostgresStatement.StringInterpolation {
    mutating func appendInterpolation(_ part: StatementPart) {
        for piece in part.pieces { piece(&self) }
    }

    mutating func appendInterpolation(_ parts: [StatementPart], separatedBy separator: String) {
        for (place, part) in parts.enumerated() {
            if place > 0 { appendLiteral(separator) }
            appendInterpolation(part)
        }
    }

    /// Adds conditions, those that there are. What is not asked for is left out: a plan for all cases would use no
    /// index.
    mutating func appendInterpolation(all conditions: [StatementPart?]) {
        appendInterpolation(["true"] + conditions.compactMap(\.self), separatedBy: " AND ")
    }
}
