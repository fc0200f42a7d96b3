import Roundtable
import Synchronization

/// The bound of requests that are under way at once. Whoever comes when there are as many is sent away at once, before
/// anything is read or looked up: then those that were let in are answered soon, and nothing queues without bound. One
/// network has a part of the places, and each network within it half of that, so that it keeps nobody else out.
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
            guard underWay.all < limit else { return false }
            var limit = limitOfNetwork
            for place in (0..<address.networkCount).reversed() {
                guard underWay.ofNetworks[address.network(place), default: 0] < limit else { return false }
                limit = max(1, limit / 2)
            }
            underWay.all += 1
            for place in 0..<address.networkCount { underWay.ofNetworks[address.network(place), default: 0] += 1 }
            return true
        }
    }

    func leave(from address: ClientAddress) {
        underWay.withLock { underWay in
            underWay.all -= 1
            for place in 0..<address.networkCount {
                let network = address.network(place)
                let count = underWay.ofNetworks[network, default: 1] - 1
                underWay.ofNetworks[network] = count > 0 ? count : nil
            }
        }
    }
}

/// The place of one request that was let in: left once, when the request is answered or begins to wait for something to
/// happen.
final class AdmissionPlace: Sendable {
    private let admission: Admission
    private let address: ClientAddress
    private let isLeft = Atomic(false)

    init?(in admission: Admission, for address: ClientAddress) {
        guard admission.enter(from: address) else { return nil }
        self.admission = admission
        self.address = address
    }

    /// Leaves the place, if it is held still.
    func leave() {
        guard !isLeft.exchange(true, ordering: .relaxed) else { return }
        admission.leave(from: address)
    }
}
