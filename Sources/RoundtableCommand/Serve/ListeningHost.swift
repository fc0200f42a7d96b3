import Configuration
import Foundation

/// The host of an address to listen on: an address of IPv4 or IPv6, or a name.
struct ListeningHost: Equatable {
    /// As the system takes it, without brackets.
    let name: String

    private let isSix: Bool

    /// Reads a host; nil for what is none, such as one with a port behind it. IPv6 may have brackets around it, and a
    /// zone (RFC 4007, section 11).
    init?(_ text: String) {
        let isBracketed = text.hasPrefix("[") && text.hasSuffix("]")
        name = isBracketed ? String(text.dropFirst().dropLast()) : text
        var bytes = [UInt8](repeating: 0, count: 16)
        let parts = name.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
        if inet_pton(AF_INET6, parts.first.map(String.init) ?? "", &bytes) == 1 {
            guard parts.count == 1 || !parts[1].isEmpty && parts[1].allSatisfy(\.isZone) else { return nil }
            isSix = true
        } else {
            guard !isBracketed, inet_pton(AF_INET, name, &bytes) == 1 || Self.isName(name) else { return nil }
            isSix = false
        }
    }

    /// The host in a URL, in which devices on this machine reach what listens there.
    var inURL: String {
        if ["127.0.0.1", "0.0.0.0", "::1", "::"].contains(name) { return "localhost" }
        // NB: a zone is for its machine alone, and no part of a URL (RFC 9844).
        return isSix ? "[\(name.prefix { $0 != "%" })]" : name
    }

    /// Whether this is a name: labels of letters, digits and hyphens (RFC 1123, section 2.1). The last does not consist
    /// of digits, so that no address that is written wrongly is taken for a name.
    private static func isName(_ text: String) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        let hasEnd = labels.count > 1 && labels.last == ""
        let counted = hasEnd ? labels.dropLast() : labels[...]
        return text.utf8.count <= 253 && counted.last?.allSatisfy(\.isNumber) == false
            && counted.allSatisfy { label in
                (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                    && label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "-" || $0 == "_" }
            }
    }

    /// - Throws: `Refusal`, if it is none.
    static func configured(_ key: String, orElse usual: String, of config: ConfigReader) throws -> ListeningHost {
        guard let host = ListeningHost(config.string(forKey: ConfigKey(key), default: usual)) else {
            throw Refusal(
                """
                \(key.replacing(".", with: "-")) is an address or a name without a port, such as 127.0.0.1, ::1 or \
                localhost; 0.0.0.0 and :: are all addresses.
                """)
        }
        return host
    }
}

extension Character {
    fileprivate var isZone: Bool { isASCII && (isLetter || isNumber) || ["-", "_", ".", "~"].contains(self) }
}
