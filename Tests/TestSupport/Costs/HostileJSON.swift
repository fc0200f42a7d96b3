import Foundation

/// Kinds of JSON that are hard to read, each of any size: what somebody would send to keep a reader busy.
package struct HostileJSON: Sendable, CustomStringConvertible {
    /// What the values are.
    package enum Form: Sendable { case object, array, text, number }

    /// What is hard about it.
    package let description: String
    /// What its values are.
    package let form: Form
    private let make: @Sendable (Int) -> String

    private init(_ description: String, _ make: @escaping @Sendable (Int) -> String) {
        self.description = description
        self.make = make
        form =
            switch make(1).utf8.first {
            case UInt8(ascii: "{"): .object
            case UInt8(ascii: "["): .array
            case UInt8(ascii: "\""): .text
            default: .number
            }
    }

    /// A value of about so many bytes.
    package func value(bytes: Int) -> String { make(bytes) }

    /// All kinds.
    package static let all = names + numbers + texts + shapes

    /// What can be in a name, and how many names there can be.
    private static let names: [HostileJSON] = [
        .init("a long name over many values") { "{\"\(run("a", $0 / 2))\":\(list("1.5", $0 / 2))}" },
        .init("a long escaped name over many values") { "{\"\\n\(run("α", $0 / 2))\":\(list("1.5", $0 / 2))}" },
        .init("long names in long names over many values") { size in
            let names = (0..<8).map { "{\"\($0)\(run("é", size / 16))\":" }.joined()
            return names + list("1e5", size / 2) + run("}", times: 8)
        },
        .init("a long name over many members") { "{\"\(run("a", $0 / 2))\":\(members($0 / 2) { "\($0)" })}" },
        .init("one member over and over") { size in members(size) { _ in "a" } },
        .init("one escaped member over and over") { size in members(size) { _ in "\\u0061" } },
        .init("many members") { size in members(size) { "\($0)" } },
        .init("many members, the last one first") { size in members(size) { "\(1_000_000 - $0)" } },
        .init("many members beyond ASCII") { size in members(size) { "é\($0)" } },
        .init("many escaped members") { size in members(size) { "\\u00e9\($0)" } },
        .init("many members that begin alike") { size in
            let beginning = run("a", 200)
            return members(size) { "\(beginning)\($0)" }
        },
        .init("a name of combining marks") { "{\"e\(run("\u{301}\u{323}", $0))\":1}" },
        .init("many names of combining marks") { size in
            members(size) { "\($0)e\(run("\u{301}\u{323}", 400))" }
        },
    ]

    /// Numbers of each kind, many of them or one that is long.
    private static let numbers: [HostileJSON] =
        [
            "1", "-1.5", "1e5", "1E-300", "0e99999999999", "12345678901234567890",
        ].map { number in .init("many numbers \(number)") { list(number, $0) } } + [
            .init("a number of many digits") { "1\(run("0", 300)).\(run("0", $0))" },
            .init("a small number of many digits") { "0.\(run("0", $0))1e\($0)" },
            .init("an exponent of many digits") { "0e\(run("9", $0))" },
        ]

    /// What can be in a text.
    private static let texts: [HostileJSON] =
        [
            ("letters", "a"), ("accents", "é"), ("combining marks", "\u{301}\u{323}"), ("flags", "🇩🇪"),
            ("jamos", "\u{1100}\u{1161}\u{11A8}"), ("escaped marks", "\\u0301"),
            ("escaped surrogates", "\\ud83d\\ude00"), ("places", "{mover}"), ("braces", "{"), ("language tags", "en-"),
        ].map { name, part in .init("a text of \(name)") { "\"\(run(part, $0))\"" } }

    /// How values lie in each other.
    private static let shapes: [HostileJSON] = [
        .init("arrays in arrays") { list(run("[", times: 28) + run("]", times: 28), $0) },
        .init("objects in objects") { list(run("{\"a\":", times: 28) + "1" + run("}", times: 28), $0) },
        .init("many short texts") { list("\"ab\"", $0) },
        .init("many pairs") { list("{\"a\":1,\"b\":2}", $0) },
    ]

    /// A text over and over, of about so many bytes, but at least once.
    private static func run(_ text: String, _ bytes: Int) -> String {
        String(repeating: text, count: max(1, bytes / text.utf8.count))
    }

    private static func run(_ text: String, times: Int) -> String { String(repeating: text, count: times) }

    private static func list(_ element: String, _ bytes: Int) -> String {
        "[\(run("\(element),", bytes))\(element)]"
    }

    private static func members(_ bytes: Int, _ name: (Int) -> String) -> String {
        var json: [UInt8] = [UInt8(ascii: "{")]
        json.reserveCapacity(bytes + 1024)
        var count = 0
        while json.count < bytes {
            json.append(contentsOf: "\"\(name(count))\":1,".utf8)
            count += 1
        }
        return String(decoding: json, as: UTF8.self) + "\"z\":0}"
    }
}
