import HTTPConnection
import HTTPTypes
import Roundtable

/// One thing that can be asked of the service.
struct Route: Sendable {
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
    /// Whether its requests may wait for something to happen in a session.
    let waits: Bool
    let answer: @Sendable (Call) async throws -> HTTPAnswer

    init(
        _ method: HTTPRequest.Method, _ path: StaticString, for access: Access = .player, waits: Bool = false,
        _ answer: @escaping @Sendable (Call) async throws -> HTTPAnswer
    ) {
        self.method = method
        template = PathTemplate(path)
        self.access = access
        self.waits = waits
        self.answer = answer
    }
}

/// A path in which at most one segment stands for what it names: `/v1/sessions/{id}/turns`.
struct PathTemplate: Sendable {
    let text: String
    private let prefix: String
    /// Nil for a path that is always the same.
    private let suffix: String?

    fileprivate init(_ path: StaticString) {
        text = "\(path)"
        let parts = text.split(separator: #/\{[a-z]+\}/#, omittingEmptySubsequences: false)
        prefix = String(parts[0])
        suffix = parts.count > 1 ? String(parts[1]) : nil
    }

    /// The subject that a path names; empty if the route has none. Nil for another path.
    func match(_ path: Substring) -> Substring? {
        guard let suffix else { return path == prefix ? "" : nil }
        let utf8 = path.utf8
        guard utf8.count > prefix.utf8.count + suffix.utf8.count, utf8.starts(with: prefix.utf8), path.hasSuffix(suffix)
        else { return nil }
        let subject = utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)
        return subject.contains(UInt8(ascii: "/")) ? nil : Substring(subject)
    }
}
