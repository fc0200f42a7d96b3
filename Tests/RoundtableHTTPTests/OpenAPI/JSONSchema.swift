internal import Foundation
internal import RoundtableModel

/// The part of JSON Schema 2020-12 that the OpenAPI document uses, and stricter in one way: a member that no schema
/// mentions is a violation.
///
/// A keyword that it doesn't know is a violation too, so that nothing in the document is quietly ignored.
struct JSONSchema {
    /// Where `$ref` looks.
    let root: JSONValue
    let schema: JSONValue

    /// What is wrong with a value, each with its place; empty if it conforms.
    func violations(in value: JSONValue, at place: String = "$") -> [String] {
        let finding = finding(on: value, at: place)
        guard let object = value.object, finding.namesMembers, !finding.isOpen else { return finding.violations }
        let undocumented = object.keys.filter { !finding.members.contains($0) }.sorted()
        return finding.violations + undocumented.map { "\(place).\($0): is not documented" }
    }

    /// What one schema says of a value, to be united with what its neighbours say of the same value.
    private func finding(on value: JSONValue, at place: String) -> Finding {
        var finding = Finding()
        for (keyword, argument) in (schema.object ?? [:]).sorted(by: { $0.key < $1.key }) {
            finding.unite(with: self.finding(keyword.text, argument, on: value, at: place))
        }
        return finding
    }

    private func finding(_ keyword: String, _ argument: JSONValue, on value: JSONValue, at place: String) -> Finding {
        switch keyword {
        case "title", "description", "example", "examples", "default": Finding()
        case "$ref": reference(argument).finding(on: value, at: place)
        case "allOf":
            alternatives(argument).reduce(into: Finding()) { $0.unite(with: $1.finding(on: value, at: place)) }
        case "oneOf": choice(argument, on: value, at: place) { $0 == 1 }
        case "anyOf": choice(argument, on: value, at: place) { $0 > 0 }
        case "properties": properties(argument, of: value, at: place)
        case "additionalProperties": Finding(isOpen: argument != false)
        case "required": required(argument, of: value, at: place)
        case "items": items(argument, of: value, at: place)
        default: assertion(keyword, argument, on: value).map { Finding(violations: ["\(place): \($0)"]) } ?? Finding()
        }
    }
}

/// What schemas say of one value.
private struct Finding {
    var violations: [String] = []
    /// The members that were mentioned.
    var members: Set<JSONName> = []
    /// Whether any schema lists members at all; one that doesn't leaves the value's shape open.
    var namesMembers = false
    /// Whether a schema allows further members outright.
    var isOpen = false

    mutating func unite(with other: Finding) {
        violations += other.violations
        members.formUnion(other.members)
        namesMembers = namesMembers || other.namesMembers
        isOpen = isOpen || other.isOpen
    }
}

extension JSONSchema {
    private func subschema(_ schema: JSONValue) -> JSONSchema {
        JSONSchema(root: root, schema: schema)
    }

    private func alternatives(_ schemas: JSONValue) -> [JSONSchema] {
        (schemas.array ?? []).map(subschema)
    }

    private func reference(_ reference: JSONValue) -> JSONSchema {
        subschema(root.resolving(["$ref": reference]))
    }

    private func choice(
        _ schemas: JSONValue, on value: JSONValue, at place: String, _ isRight: (Int) -> Bool
    ) -> Finding {
        let all = alternatives(schemas)
        let fitting = all.filter { $0.violations(in: value, at: place).isEmpty }
        var finding = Finding()
        for schema in fitting { finding.unite(with: schema.finding(on: value, at: place)) }
        if !isRight(fitting.count) {
            let reasons = all.map { $0.violations(in: value, at: place).joined(separator: ", ") }
            finding.violations.append(
                "\(place): fits \(fitting.count) of \(all.count) alternatives (\(reasons.joined(separator: " | ")))")
        }
        return finding
    }

    private func properties(_ properties: JSONValue, of value: JSONValue, at place: String) -> Finding {
        let properties = properties.object ?? [:]
        var finding = Finding(members: Set(properties.keys), namesMembers: true)
        for (name, member) in (value.object ?? [:]).sorted(by: { $0.key < $1.key }) {
            guard let schema = properties[name] else { continue }
            finding.violations += subschema(schema).violations(in: member, at: "\(place).\(name)")
        }
        return finding
    }

    private func required(_ names: JSONValue, of value: JSONValue, at place: String) -> Finding {
        guard let object = value.object else { return Finding() }
        let missing = (names.array ?? []).compactMap(\.string).filter { object[JSONName($0)] == nil }
        return Finding(violations: missing.map { "\(place).\($0): is missing" })
    }

    private func items(_ schema: JSONValue, of value: JSONValue, at place: String) -> Finding {
        let elements = (value.array ?? []).enumerated()
        return Finding(
            violations: elements.flatMap { subschema(schema).violations(in: $1, at: "\(place)[\($0)]") })
    }
}
