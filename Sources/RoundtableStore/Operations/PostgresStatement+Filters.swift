import Postgres
import Roundtable

/// Conditions of a list that operators filter. What is not asked for is left out: a plan for all cases would use no
/// index.
extension PostgresStatement.StringInterpolation {
    /// Adds a condition on a value, if there is one.
    mutating func require(_ condition: String, _ value: (some PostgresEncodable)?, _ end: String = "") {
        guard let value else { return }
        appendLiteral(" AND \(condition) ")
        appendInterpolation(value)
        appendLiteral(end)
    }

    /// Adds a condition on a place of the list, if there is one.
    mutating func require(_ condition: String, _ place: PageMark?) {
        guard let place else { return }
        appendLiteral(" AND \(condition) (")
        appendInterpolation(place.at)
        appendLiteral(", ")
        appendInterpolation(place.id)
        appendLiteral(")")
    }
}
