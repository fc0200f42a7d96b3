internal import RoundtableModel
internal import Testing

@Suite("The JSON Schema subset")
struct JSONSchemaTests {
    private static let root: JSONValue = [
        "named": ["type": "object", "required": ["a"], "properties": ["a": ["type": "integer"]]],
        "with/slash": ["type": "string"],
    ]

    private func violations(_ schema: JSONValue, _ value: JSONValue) -> [String] {
        JSONSchema(root: Self.root, schema: schema).violations(in: value)
    }

    @Test(
        "a value that fits has no violations",
        arguments: [
            (["type": "integer"], 3), (["type": "number"], 3), (["type": ["string", "null"]], nil),
            (["type": "boolean"], true), (["enum": ["a", nil]], nil), (["const": "ok"], "ok"),
            (["minimum": 0], 0), (["maximum": 1], 1), (["maxItems": 1], [2]), (["pattern": "^a+$"], "aaa"),
            (["pattern": "^a+$"], 3),
            (["format": "uuid"], "1a5f0b9e-6c3d-4e1b-9f5a-0d2c7b8e4f61"), (["format": "uri"], "https://a.example/b"),
            (["format": "date-time"], "2026-05-04T10:15:30.123Z"), (["items": ["type": "string"]], ["a", "b"]),
            (["$ref": "#/named"], ["a": 1]), (["$ref": "#/with~1slash"], "x"),
            (["type": "object"], ["anything": 1]),
            (["properties": ["a": [:]], "additionalProperties": true], ["b": 1]),
            (["allOf": [["$ref": "#/named"], ["properties": ["b": [:]]]]], ["a": 1, "b": 2]),
            (["oneOf": [["$ref": "#/named"], ["type": "null"]]], ["a": 1]),
            (["anyOf": [["type": "string"], ["minimum": 3]]], "x"),
        ] as [(JSONValue, JSONValue)])
    func fits(schema: JSONValue, value: JSONValue) {
        #expect(violations(schema, value) == [])
    }

    @Test(
        "a value that does not fit is told where and why",
        arguments: [
            (["type": "integer"], 3.5, #"$: is not of type "integer""#),
            (["type": ["string", "null"]], 1, #"$: is not of type ["string","null"]"#),
            (["enum": ["a", "b"]], "c", #"$: "c" is none of ["a","b"]"#), (["const": 1], 2, "$: 2 is not 1"),
            (["minimum": 0], -1, "$: -1.0 is less than 0.0"), (["maximum": 0], 1, "$: 1.0 is more than 0.0"),
            (["maxItems": 1], [1, 2], "$: 2 elements are more than 1"),
            (["pattern": "^a$"], "ab", #"$: "ab" does not match "^a$""#),
            (["format": "uuid"], "1a5f", #"$: "1a5f" is not a "uuid""#),
            (["format": "uri"], "no scheme", #"$: "no scheme" is not a "uri""#),
            (["items": ["type": "string"]], ["a", 1], #"$[1]: is not of type "string""#),
            (["$ref": "#/named"], [:], "$.a: is missing"),
            (["$ref": "#/named"], ["a": 1, "z": 1], "$.z: is not documented"),
            (
                ["properties": ["list": ["items": ["$ref": "#/named"]]]], ["list": [["a": "x"]]],
                #"$.list[0].a: is not of type "integer""#
            ),
            (
                ["allOf": [["$ref": "#/named"], ["properties": ["b": [:]]]]], ["a": 1, "c": 2], "$.c: is not documented"
            ),
            (["oneOf": [["type": "integer"], ["type": "number"]]], 1, "$: fits 2 of 2 alternatives ( | )"),
            (
                ["anyOf": [["const": 1], ["const": 2]]], 3,
                "$: fits 0 of 2 alternatives ($: 3 is not 1 | $: 3 is not 2)"
            ),
            (["format": "shoe-size"], "42", #"$: format "shoe-size" is not supported"#),
            (["minItems": 3], [], "$: keyword minItems is not supported"),
        ] as [(JSONValue, JSONValue, String)])
    func differs(schema: JSONValue, value: JSONValue, violation: String) {
        #expect(violations(schema, value) == [violation])
    }
}
