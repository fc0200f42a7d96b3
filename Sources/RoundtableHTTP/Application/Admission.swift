import Roundtable
import Synchronization

/// The bound of requests that are under way at once. Whoever comes when there are as many is sent away at once, before
/// anything is read or looked up: then those that were let in are answered soon, and nothing queues without bound. One
/// network has a part of the places, so that it keeps nobody else out.
final class Admission: Sendable {
    private let limit: Int
    private let limitOfNetwork: Int
    private let underWay = Mutex<(all: Int, ofNetworks: [ClientAddress.Network: Int])>((0, [:]))

    /// An admission of so many requests at once, and of so many of one network; nil for as many as in all.
    init(limit: Int, ofNetwork limitOfNetwork: Int? = nil) {
        self.limit = limit
        self.limitOfNetwork = limitOfNetwork ?? limit
    }

    /// Lets a request in, unless there are too many; one that was let in must leave.
    func enter(from address: ClientAddress) -> Bool {
        underWay.withLock { underWay in
            let network = address.widestNetwork
            let count = underWay.ofNetworks[network, default: 0]
            guard underWay.all < limit, count < limitOfNetwork else { return false }
            underWay.all += 1
            underWay.ofNetworks[network] = count + 1
            return true
        }
    }

    /// A request is answered.
    func leave(from address: ClientAddress) {
        underWay.withLock { underWay in
            let network = address.widestNetwork
            let count = underWay.ofNetworks[network, default: 1] - 1
            underWay.all -= 1
            underWay.ofNetworks[network] = count > 0 ? count : nil
        }
    }
}
