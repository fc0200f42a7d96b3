/// SQL that makes objects of `json` of others, member by member as they are stored. NB: never by way of `jsonb`, which
/// writes each number in full: `5e-324` becomes 326 characters, and a player's text fifty times as long.
enum JSONObjects {
    /// An object with the members `m` of another one; null if it has none of them.
    ///
    /// - Parameters:
    ///   - value: what stands for the value of a member.
    ///   - object: the other one, an expression.
    ///   - condition: which members it keeps.
    static func object(_ value: String = "m.value", of object: String, where condition: String) -> String {
        """
        (SELECT ('{' || string_agg(to_json(m.key)::text || ':' || (\(value))::text, ',') || '}')::json
        FROM json_each(\(object)) AS m WHERE \(condition))
        """
    }

    /// An object without some of its members.
    ///
    /// - Parameter keys: separated by commas.
    static func without(_ keys: String, from object: String) -> String {
        self.object(of: object, where: "m.key <> ALL ('{\(keys)}'::text[])")
    }

    /// The rows of a query as an array on one line.
    ///
    /// - Parameters:
    ///   - element: an expression of type `json`.
    ///   - order: what the elements are ordered by.
    ///   - source: where they come from, with conditions.
    static func array(of element: String, orderedBy order: String, from source: String) -> String {
        """
        (SELECT coalesce('[' || string_agg((\(element))::text, ',' ORDER BY \(order)) || ']', '[]')::json
        FROM \(source))
        """
    }
}
