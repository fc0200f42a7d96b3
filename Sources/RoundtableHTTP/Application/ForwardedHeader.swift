import Foundation
import HTTPTypes

/// The field in which proxies tell whose request they pass on.
package enum ForwardedHeader: String, CaseIterable, Sendable {
    /// A list of addresses, which most proxies write.
    case xForwardedFor = "x-forwarded-for"
    /// The field of RFC 7239.
    case forwarded

    /// The addresses that a request came by, in four or sixteen bytes, the last first; nil for what is no address, such
    /// as `unknown` and `_hidden`.
    ///
    /// NB: read as far as somebody asks. What a client has written, at any length, stands before what its proxy adds.
    func nodes(of fields: HTTPFields) -> some Sequence<[UInt8]?> {
        let name: HTTPField.Name = self == .forwarded ? .forwarded : .forwardedFor
        return fields[values: name].reversed().lazy.flatMap { value in
            Parts(of: Array(value.utf8)[...], by: ",", knowsQuotes: self == .forwarded).lazy.map { element in
                guard self == .forwarded else { return Self.address(in: Substring(decoding: element, as: UTF8.self)) }
                let pairs = Parts(of: element, by: ";", knowsQuotes: true)
                return pairs.lazy.compactMap(Self.node).first.flatMap { Self.address(in: $0) }
            }
        }
    }

    // MARK: RFC 7239, section 4

    /// The parts of a text between separators outside of quoted strings, the last first.
    ///
    /// NB: read from the end, so that a quote that a client leaves open does not swallow what its proxy adds.
    private struct Parts: Sequence, IteratorProtocol {
        private var rest: ArraySlice<UInt8>?
        private let separator: UInt8
        private let knowsQuotes: Bool

        init(of text: ArraySlice<UInt8>, by separator: Unicode.Scalar, knowsQuotes: Bool) {
            rest = text
            self.separator = UInt8(ascii: separator)
            self.knowsQuotes = knowsQuotes
        }

        mutating func next() -> ArraySlice<UInt8>? {
            guard let text = rest else { return nil }
            var isQuoted = false
            for index in text.indices.reversed() {
                if knowsQuotes, text[index] == UInt8(ascii: "\""), !isQuoted || !Self.isEscaped(index, in: text) {
                    isQuoted.toggle()
                } else if text[index] == separator, !isQuoted {
                    rest = text[..<index]
                    return text[(index + 1)...]
                }
            }
            rest = nil
            return text
        }

        private static func isEscaped(_ index: Int, in text: ArraySlice<UInt8>) -> Bool {
            !text[..<index].reversed().prefix { $0 == UInt8(ascii: "\\") }.count.isMultiple(of: 2)
        }
    }

    /// The value of a pair that is named `for`, in any case.
    private static func node(_ pair: ArraySlice<UInt8>) -> Substring? {
        let text = String(decoding: pair, as: UTF8.self).trimmingCharacters(in: .whitespaces)
        guard text.prefix(4).lowercased() == "for=" else { return nil }
        return text.dropFirst(4)
    }

    // MARK: Addresses

    /// The address of a node, however it is written: quoted or not, in brackets or not, with a port or a zone or
    /// without.
    static func address(in text: Substring) -> [UInt8]? {
        var node = Substring(text.trimmingCharacters(in: .whitespaces))
        if node.hasPrefix("\""), node.hasSuffix("\""), node.count > 1 { node = node.dropFirst().dropLast() }
        if node.hasPrefix("[") {
            guard let end = node.firstIndex(of: "]"), isPort(node[node.index(after: end)...]) else { return nil }
            return six(node[..<end].dropFirst())
        }
        if let colon = node.firstIndex(of: ":"), node.lastIndex(of: ":") == colon {
            guard isPort(node[colon...]) else { return nil }
            node = node[..<colon]
        }
        var bytes = [UInt8](repeating: 0, count: 4)
        return inet_pton(AF_INET, String(node), &bytes) == 1 ? bytes : six(node)
    }

    /// Reads an IPv6 address, with or without a zone (RFC 4007, section 11), which only its own machine knows.
    private static func six(_ text: Substring) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 16)
        return inet_pton(AF_INET6, String(text.prefix { $0 != "%" }), &bytes) == 1 ? bytes : nil
    }

    /// Whether this is a port behind a colon, its number or a name instead (RFC 7239, section 6.2), or nothing.
    private static func isPort(_ text: Substring) -> Bool {
        guard let colon = text.first else { return true }
        let port = text.dropFirst()
        guard colon == ":", !port.isEmpty else { return false }
        if port.first == "_" { return port.count > 1 }
        return port.utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 } && UInt16(port) != nil
    }
}
