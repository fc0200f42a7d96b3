import Synchronization

/// The bound of requests that are under way at once. Whoever comes when there are as many is sent away at once, before
/// anything is read or looked up: then those that were let in are answered soon, and nothing queues without bound.
final class Admission: Sendable {
    private let limit: Int
    private let underWay = Atomic(0)

    /// An admission of so many requests at once.
    init(limit: Int) { self.limit = limit }

    /// Lets a request in, unless there are too many; one that was let in must leave.
    func enter() -> Bool {
        let isAdmitted = underWay.wrappingAdd(1, ordering: .relaxed).newValue <= limit
        if !isAdmitted { leave() }
        return isAdmitted
    }

    /// A request is answered.
    func leave() { underWay.wrappingSubtract(1, ordering: .relaxed) }
}
