internal import Foundation
internal import RoundtableModel
internal import Testing

@Suite("Links of the OpenAPI document")
struct OpenAPILinkTests {
    private let document: OpenAPIDocument

    init() throws { document = try .published() }

    /// A link of an answer.
    private struct Link {
        /// The operation that answers, and what with.
        let source: JSONValue
        let answer: JSONValue
        let details: JSONValue

        /// The expressions by which it says what the next request is made of.
        var expressions: [String] {
            [details["parameters"], details["requestBody"]].flatMap { ($0?.object ?? [:]).values.compactMap(\.string) }
        }
    }

    /// Every operation by its name, with the parameters of its path among its own.
    private var operations: [JSONName: JSONValue] {
        var operations: [JSONName: JSONValue] = [:]
        for operation in document.operations {
            guard let path = document.root["paths"]?[operation.path],
                case .object(var details)? = path[operation.method.lowercased()],
                let name = details["operationId"]?.string
            else { continue }
            let parameters = (path["parameters"]?.array ?? []) + (details["parameters"]?.array ?? [])
            details["parameters"] = .array(parameters.map(document.root.resolving))
            details["path"] = .string(operation.path)
            operations[JSONName(name)] = .object(details)
        }
        return operations
    }

    private var links: [Link] {
        operations.values.flatMap { operation in
            (operation["responses"]?.object ?? [:]).values.flatMap { response in
                (document.root.resolving(response)["links"]?.object ?? [:]).values.map {
                    Link(source: operation, answer: response, details: document.root.resolving($0))
                }
            }
        }
    }

    @Test("each leads to a request, with members and parameters that it takes")
    func targets() throws {
        #expect(links.count > 50)
        let operations = operations
        for link in links {
            let target = try #require(
                operations[JSONName(link.details["operationId"]?.string ?? "")], "\(link.details.text)")
            let taken = Set((target["parameters"]?.array ?? []).compactMap { $0["name"]?.string.map { JSONName($0) } })
            #expect(taken.isSuperset(of: (link.details["parameters"]?.object ?? [:]).keys), "\(link.details.text)")
            let body = target["requestBody"]?["content"]?["application/json"]?["schema"] ?? [:]
            for member in (link.details["requestBody"]?.object ?? [:]).keys {
                #expect(schema(of: [member.text], in: body) != nil, "\(link.details.text)")
            }
        }
    }

    @Test("each takes what is in the answer, or was in the request")
    func expressions() throws {
        try #require(!links.isEmpty)
        for link in links {
            #expect(!link.expressions.isEmpty)
            for expression in link.expressions {
                let parts = expression.split(separator: "#/", maxSplits: 1)
                let steps = parts.count > 1 ? parts[1].split(separator: "/").map(String.init) : []
                switch String(parts[0]) {
                case "$response.body":
                    let body = link.answer["content"]?["application/json"]?["schema"] ?? [:]
                    #expect(schema(of: steps, in: body) != nil, "\(expression)")
                case "$request.body":
                    let body = link.source["requestBody"]?["content"]?["application/json"]?["schema"] ?? [:]
                    #expect(schema(of: steps, in: body) != nil, "\(expression)")
                default: #expect(expression == "$request.path.id")
                }
            }
        }
    }

    @Test("whatever is about a session or a message is led to")
    func reached() throws {
        let reached = Set(links.compactMap { $0.details["operationId"]?.string })
        let ofSomething = operations.filter { $0.value["path"]?.string?.contains("{") == true }
        try #require(!ofSomething.isEmpty)
        for name in ofSomething.keys { #expect(reached.contains(name.text), "\(name)") }
    }

    /// What the document says of a value within a value; nil for nothing.
    private func schema(of steps: [String], in schema: JSONValue) -> JSONValue? {
        let schema = document.root.resolving(schema)
        guard let step = steps.first else { return schema }
        let rest = Array(steps.dropFirst())
        if Int(step) != nil { return self.schema(of: rest, in: schema["items"] ?? [:]) }
        if let property = schema["properties"]?[step] { return self.schema(of: rest, in: property) }
        return (schema["allOf"]?.array ?? []).lazy.compactMap { self.schema(of: steps, in: $0) }.first
    }
}
