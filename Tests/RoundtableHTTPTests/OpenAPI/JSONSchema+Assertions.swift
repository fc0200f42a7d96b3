internal import Foundation
import RoundtableJSON
internal import RoundtableModel
import Synchronization

extension JSONSchema {
    /// What a keyword about a single value has against it, or nil.
    func assertion(_ keyword: String, _ argument: JSONValue, on value: JSONValue) -> String? {
        switch keyword {
        case "type":
            let types = argument.array ?? [argument]
            return types.contains { value.isOf(type: $0) } ? nil : "is not of type \(argument.text)"
        case "enum":
            return argument.array?.contains(value) == true ? nil : "\(value.text) is none of \(argument.text)"
        case "const":
            return value == argument ? nil : "\(value.text) is not \(argument.text)"
        case "minimum":
            guard let number = value.double, let minimum = argument.double else { return nil }
            return number >= minimum ? nil : "\(number) is less than \(minimum)"
        case "maximum":
            guard let number = value.double, let maximum = argument.double else { return nil }
            return number <= maximum ? nil : "\(number) is more than \(maximum)"
        case "maxItems":
            guard let elements = value.array, let most = argument.integer else { return nil }
            return elements.count <= most ? nil : "\(elements.count) elements are more than \(most)"
        case "pattern":
            return matches(argument.string, value) ? nil : "\(value.text) does not match \(argument.text)"
        case "format":
            guard let format = argument.string.flatMap(Self.formats.index(forKey:)) else {
                return "format \(argument.text) is not supported"
            }
            return matches(Self.formats[format].value, value) ? nil : "\(value.text) is not a \(argument.text)"
        default:
            return "keyword \(keyword) is not supported"
        }
    }

    private static let formats = [
        "date-time": #"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$"#,
        "uuid": "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",
        "uri": #"^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]+$"#,
    ]

    private func matches(_ pattern: String?, _ value: JSONValue) -> Bool {
        guard let text = value.string else { return true }
        guard let pattern else { return false }
        return Self.compiled.withLock { compiled in
            if compiled[pattern] == nil { compiled[pattern] = (try? Regex(pattern)).map(Compiled.init) }
            return compiled[pattern].map { text.contains($0.regex) } ?? false
        }
    }

    /// A pattern, compiled once: a document has a few, and each answer is held to many of them.
    private struct Compiled: @unchecked Sendable {
        let regex: Regex<AnyRegexOutput>
    }

    private static let compiled = Mutex<[String: Compiled]>([:])
}

extension JSONValue {
    /// The value as JSON, for messages.
    var text: String { String(decoding: json, as: UTF8.self) }

    fileprivate var double: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .number(let number): number
        default: nil
        }
    }

    fileprivate func isOf(type: JSONValue) -> Bool {
        switch (self, type.string) {
        case (.null, "null"), (.bool, "boolean"), (.integer, "integer"), (.integer, "number"), (.number, "number"),
            (.string, "string"), (.array, "array"), (.object, "object"):
            true
        default: false
        }
    }
}
