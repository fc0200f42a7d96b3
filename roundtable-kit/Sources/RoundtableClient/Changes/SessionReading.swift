public import RoundtableModel

/// The state of a session as a reader knew it last: opaque, and compared by the service only.
public struct ETag: RawRepresentable, Codable, Hashable, Sendable {
    /// The text of the header field, with its quotation marks.
    public let rawValue: String

    /// Wraps a header field.
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// The answer to a reader who already knows something.
public enum SessionReading: Sendable, Equatable {
    /// Nothing has changed for the reader.
    case unchanged
    /// The reader sees something new; the tag goes with the next question.
    case changed(SessionView, ETag?)
}

extension RoundtableClient {
    /// Asks for a session unless it is as the reader knew it, and waits up to `wait` seconds for that to change.
    public func session(
        _ id: SessionID, unless known: ETag?, wait seconds: Int? = nil, as participant: ParticipantID? = nil
    ) async throws(RoundtableError) -> SessionReading {
        var call = ClientCall.get(["v1", "sessions", id.rawValue], as: participant).asking("wait", seconds)
        call.headers["If-None-Match"] = known?.rawValue
        call.timeout += Double(seconds ?? 0)
        let response = try await response(to: call)
        if response.status == 304 { return .unchanged }
        return .changed(try read(response), response[header: "ETag"].map(ETag.init))
    }
}
