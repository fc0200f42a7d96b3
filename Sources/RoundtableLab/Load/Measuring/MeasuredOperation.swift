/// An operation that is measured by itself: a kind of request, or of waiting.
enum MeasuredOperation: String, Codable, Sendable, CaseIterable, CodingKeyRepresentable {
    /// A new player; part of the preparation.
    case player
    /// A new session; it takes the place of one that is over.
    case begin
    /// A move, committed at once.
    case turn
    case draft
    case sent
    case open
    case read
    /// A move that others make at the same time.
    case contest
    /// From sending a move until another client is notified of it.
    case propagation
    /// A read that is held; only its failures are counted.
    case poll
    /// An event stream; only its failures are counted.
    case stream

    /// Whether it counts as an answer of the scenario: what prepares it does not, nor what the service does by itself.
    var isStep: Bool {
        switch self {
        case .player, .begin, .propagation, .poll, .stream: false
        case .turn, .draft, .sent, .open, .read, .contest: true
        }
    }
}
