import RoundtableJSON

/// Shows a board whose look only its app knows: its JSON, indented where a line doesn't hold it.
struct JSONDrawing {
    private static let height = 40

    let json: JSONValue
    let width: Int

    /// What a member that is null says, as an open game's dice that nobody has rolled, is not worth a line.
    var lines: [String] {
        let shown = json.object.map { JSONValue.object($0.filter { $0.value != .null }) } ?? json
        guard shown != .object([:]) else { return [] }
        let lines = indented(shown, by: 0, before: "", after: "").map { $0.cut(to: width) }
        guard lines.count > Self.height else { return lines }
        return lines.prefix(Self.height - 1) + ["… and \(lines.count - Self.height + 1) more lines"]
    }

    private func indented(_ value: JSONValue, by indent: Int, before: String, after: String) -> [String] {
        let margin = String(repeating: " ", count: indent)
        let line = margin + before + text(value) + after
        let (open, close, parts) = parts(of: value)
        guard line.count > width, !parts.isEmpty else { return [line] }
        let inner = parts.enumerated().flatMap { number, part in
            indented(part.value, by: indent + 2, before: part.name, after: number < parts.count - 1 ? "," : "")
        }
        return [margin + before + open] + inner + [margin + close + after]
    }

    private func text(_ value: JSONValue) -> String {
        let (open, close, parts) = parts(of: value)
        guard !open.isEmpty else { return String(decoding: value.json, as: UTF8.self) }
        return open + parts.map { $0.name + text($0.value) }.joined(separator: ", ") + close
    }

    /// The brackets of a list or an object, and what is between them; nothing of other values.
    private func parts(of value: JSONValue) -> (open: String, close: String, [(name: String, value: JSONValue)]) {
        switch value {
        case .array(let values): ("[", "]", values.map { ("", $0) })
        case .object(let members):
            ("{", "}", members.sorted { $0.key < $1.key }.map { (text(.string($0.key.text)) + ": ", $0.value) })
        case .null, .bool, .integer, .number, .string: ("", "", [])
        }
    }
}
