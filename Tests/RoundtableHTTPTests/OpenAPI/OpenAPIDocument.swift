internal import Foundation
import RoundtableJSON
internal import RoundtableModel
@testable internal import RoundtableHTTP

/// The published OpenAPI document, to hold the running server to it.
///
/// ```swift
/// #expect(document.violations(
///     method: "GET", path: "/v1/players/me", status: 200, contentType: "application/json", body: body) == [])
/// ```
struct OpenAPIDocument {
    /// A route with all the statuses that it may answer with.
    struct Operation: Hashable {
        /// In upper case.
        let method: String
        /// With its parameters in braces.
        let path: String
        let statuses: [Int]
        /// The path between its slashes.
        fileprivate let segments: [Substring]

        init(method: String, path: String, statuses: [Int]) {
            (self.method, self.path, self.statuses) = (method, path, statuses)
            segments = path.split(separator: "/", omittingEmptySubsequences: false)
        }
    }

    /// The whole document.
    let root: JSONValue

    /// Every documented route, sorted by path and method.
    let operations: [Operation]

    /// The document that the server publishes.
    static func published() throws -> OpenAPIDocument { try parsed.get() }

    private static let parsed = Result { try OpenAPIDocument(yaml: openAPIDocument) }

    init(yaml: String) throws {
        root = try JSONValue(yaml: yaml)
        operations = (root["paths"]?.object ?? [:]).flatMap { path, item in
            (item.object ?? [:]).compactMap { method, details in
                guard let responses = details["responses"]?.object else { return nil }
                return Operation(
                    method: method.text.uppercased(), path: path.text,
                    statuses: responses.keys.compactMap { Int($0.text) }.sorted())
            }
        }
        .sorted { ($0.path, $0.method) < ($1.path, $1.method) }
    }

    /// The route that a request takes; its path may have a query.
    func operation(method: String, path: String) -> Operation? {
        let (method, segments) = (method.uppercased(), Self.segments(of: path))
        let fitting = operations.filter { $0.method == method && $0.fits(segments) }
        // NB: /m/{token} fits /m/t.png as well; the more is spelled out, the better.
        return fitting.max { $0.literalLength < $1.literalLength }
    }

    /// What can be done with what a path names; what can be read can be asked about, too.
    func methods(of path: String) -> Set<String> {
        let segments = Self.segments(of: path)
        let methods = Set(operations.filter { $0.fits(segments) }.map(\.method))
        return methods.contains("GET") ? methods.union(["HEAD"]) : methods
    }

    /// What an answer has that the document doesn't say, or lacks that it does; empty if it conforms.
    func violations(method: String, path: String, status: Int, contentType: String?, body: Data) -> [String] {
        guard let operation = operation(method: method, path: path) else {
            return ["\(method) \(path) is not documented"]
        }
        return violations(of: operation, status: status, contentType: contentType, body: body)
    }

    /// What an answer of a route has that the document doesn't say, or lacks that it does; empty if it conforms.
    func violations(of operation: Operation, status: Int, contentType: String?, body: Data) -> [String] {
        let route = "\(operation.method) \(operation.path)"
        guard let response = response(of: operation, status: status) else {
            return ["\(route): status \(status) is not documented"]
        }
        return contentViolations(of: response["content"], contentType: contentType, body: body)
            .map { "\(route) \(status): \($0)" }
    }

    /// A schema of the document's components.
    func schema(_ name: String) -> JSONSchema {
        JSONSchema(root: root, schema: ["$ref": .string("#/components/schemas/\(name)")])
    }
}

extension OpenAPIDocument {
    private static func segments(of path: String) -> [Substring] {
        path.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false)
    }

    private func response(of operation: Operation, status: Int) -> JSONValue? {
        let details = root["paths"]?[operation.path]?[operation.method.lowercased()]
        return details?["responses"]?[String(status)].map(root.resolving)
    }

    private func contentViolations(of content: JSONValue?, contentType: String?, body: Data) -> [String] {
        guard let content else { return body.isEmpty ? [] : ["no body is documented"] }
        let mediaType = (contentType ?? "").prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        guard let media = content[mediaType] else { return ["content type “\(mediaType)” is not documented"] }
        guard mediaType.hasSuffix("json") else { return body.isEmpty ? ["the body is empty"] : [] }
        guard let value = try? JSONValue(json: Array(body)) else { return ["the body is not JSON"] }
        return JSONSchema(root: root, schema: media["schema"] ?? [:]).violations(in: value)
    }
}

extension OpenAPIDocument.Operation {
    fileprivate var literalLength: Int {
        segments.filter { !$0.hasPrefix("{") || !$0.hasSuffix("}") }.reduce(0) { $0 + $1.count }
    }

    fileprivate func fits(_ concrete: [Substring]) -> Bool {
        segments.count == concrete.count && zip(segments, concrete).allSatisfy(fits)
    }

    private func fits(_ template: Substring, _ segment: Substring) -> Bool {
        guard let open = template.firstIndex(of: "{"), let close = template.lastIndex(of: "}") else {
            return template == segment
        }
        let before = template[..<open]
        let after = template[template.index(after: close)...]
        return segment.count > before.count + after.count && segment.hasPrefix(before) && segment.hasSuffix(after)
    }
}

extension JSONValue {
    /// The value itself, or what its `$ref` names in this document; null if that is nowhere.
    func resolving(_ value: JSONValue) -> JSONValue {
        guard let reference = value["$ref"]?.string, reference.hasPrefix("#/") else { return value }
        let steps = reference.dropFirst(2).split(separator: "/").map {
            $0.replacingOccurrences(of: "~1", with: "/").replacingOccurrences(of: "~0", with: "~")
        }
        let target = steps.reduce(Optional(self)) { value, step in value?[step] }
        return target.map(resolving) ?? .null
    }
}
