import HTTPConnection
import HTTPTypes
import Roundtable

/// One thing that can be asked of the service.
final class Route: Sendable {
    /// Who may ask.
    enum Access: Sendable {
        /// Whoever watches the instance, as often as they like.
        case probe
        case anybody
        /// The holder of a credential.
        case player
    }

    let method: HTTPRequest.Method
    let template: PathTemplate
    let access: Access
    /// Whether its requests may ask by `wait` to be held until something happens.
    let mayBeHeld: Bool
    /// The longest body of its requests, in bytes.
    let longestBody: Int
    let answer: @Sendable (Call) async throws -> HTTPReply

    init(
        _ method: HTTPRequest.Method, _ path: StaticString, for access: Access = .player, mayBeHeld: Bool = false,
        longestBody: Int = RequestBody.usualLength,
        _ answer: @escaping @Sendable (Call) async throws -> HTTPReply
    ) {
        self.method = method
        template = PathTemplate(path)
        self.access = access
        self.mayBeHeld = mayBeHeld
        self.longestBody = longestBody
        self.answer = answer
    }
}

/// A path in which at most one segment stands for what it names: `/v1/sessions/{id}/turns`.
struct PathTemplate: Sendable {
    let text: String
    private let prefix: [UInt8]
    private let suffix: [UInt8]
    private let isFixed: Bool

    fileprivate init(_ path: StaticString) {
        text = "\(path)"
        let parts = text.split(separator: #/\{[a-z]+\}/#, omittingEmptySubsequences: false)
        prefix = Array(parts[0].utf8)
        suffix = Array(parts.dropFirst().joined().utf8)
        isFixed = parts.count == 1
    }

    /// The subject that a path names; empty if the route has none. Nil for another path.
    func match(_ path: Substring) -> Substring? {
        var path = path
        let place: Range<Int>? = path.withUTF8 { bytes in
            let place = prefix.count..<max(prefix.count, bytes.count - suffix.count)
            guard bytes.count == prefix.count + place.count + suffix.count, place.isEmpty == isFixed,
                bytes[place.upperBound...].elementsEqual(suffix), bytes[..<place.lowerBound].elementsEqual(prefix),
                !bytes[place].contains(UInt8(ascii: "/"))
            else { return nil }
            return place
        }
        return place.map { place in
            let start = path.utf8.index(path.startIndex, offsetBy: place.lowerBound)
            return path[start..<path.utf8.index(start, offsetBy: place.count)]
        }
    }
}
