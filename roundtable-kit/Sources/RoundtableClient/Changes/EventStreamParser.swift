import Foundation

/// Takes server-sent events apart (WHATWG HTML, 9.2.6), as far as a stream of revisions uses them.
struct EventStreamParser {
    private var line = Data()
    private var kind = ""
    private var data: [Substring] = []

    /// Takes the next piece, cut anywhere, and returns the data of the `revision` events that are complete.
    mutating func take(_ chunk: Data) -> [String] {
        var complete: [String] = []
        for byte in chunk {
            guard byte == UInt8(ascii: "\n") else {
                line.append(byte)
                continue
            }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            if let event = endLine(String(decoding: line, as: UTF8.self)) { complete.append(event) }
            line.removeAll()
        }
        return complete
    }

    private mutating func endLine(_ text: String) -> String? {
        if text.isEmpty {
            defer { (kind, data) = ("", []) }
            return kind == "revision" ? data.joined(separator: "\n") : nil
        }
        let field = text.prefix { $0 != ":" }
        var value = text.dropFirst(field.count + 1)
        if value.first == " " { value.removeFirst() }
        switch field {
        case "event": kind = String(value)
        case "data": data.append(value)
        default: break  // comments keep the connection open; the id is the revision
        }
        return nil
    }
}
