@_spi(Roundtable) import RoundtableJSON
import Testing

@Suite("The memory of parsed JSON")
struct MemoryTests {
    /// The bytes of the heap that a value takes, as far as its arrays and dictionaries tell their room.
    private func heap(of value: JSONValue) -> Int {
        switch value {
        case .null, .bool, .integer, .number: 0
        case .string(let string): heap(of: string)
        case .array(let elements):
            elements.isEmpty
                ? 0
                : 32 + elements.capacity * MemoryLayout<JSONValue>.stride
                    + elements.reduce(0) { $0 + heap(of: $1) }
        case .object(let members):
            // A dictionary has four slots for three members.
            members.isEmpty
                ? 0
                : 64 + (members.capacity * 4 / 3 + 1)
                    * (MemoryLayout<JSONName>.stride + MemoryLayout<JSONValue>.stride)
                    + members.reduce(0) { $0 + heap(of: $1.key.text) + heap(of: $1.value) }
        }
    }

    private func heap(of string: String) -> Int { string.utf8.count > 15 ? 32 + string.utf8.count : 0 }

    @Test(
        "is at most what is estimated, and no small part of it",
        arguments: [
            "[0", "[[1]", "[[[1],[2,3]]", #"[{"":1}"#, #"[{"a":{"b":[]}}"#, #"[{"a":1,"b":2,"c":3,"d":4,"e":5}"#,
            #"["short""#, #"["a text that does not fit into a string's own sixteen bytes""#, "[1.25",
            #"[{"a name of a member that is long":null}"#,
        ], [1, 2, 100, 1025, 4000])
    func estimate(element: String, count: Int) throws {
        let element = element.dropFirst()
        let text = Array("[\(repeatElement(element, count: count).joined(separator: ","))]".utf8)
        let taken = heap(of: try JSONValue(json: text))
        let estimate = JSONMemory.estimate(of: text)
        #expect(taken <= estimate, "\(taken) of \(estimate)")
        #expect(estimate <= 8 * taken + 512, "\(taken) of \(estimate)")
    }
}
