import Foundation
import RoundtableJSON
@_spi(Roundtable) import RoundtableModel

/// Requests that survive the extension's end, and how far the person has seen each session.
///
/// Everything is written down before a request leaves. If writing fails, such as on a full disk, the requests are kept
/// in memory: a game can be played on, only not past the extension's end.
@MainActor
final class Outbox {
    private(set) var items: [OutboxItem] = []
    private(set) var seen: [SessionID: Int] = [:]
    private let storage: any OutboxStorage

    /// For how long a message that nobody got to see is still worth asking for.
    static let shelfLife: TimeInterval = 24 * 60 * 60
    /// For how long it is worth telling what became of a message. Longer, as one that was sent does not come back.
    static let shelfLifeOfReports: TimeInterval = 7 * 24 * 60 * 60
    /// The number of sessions that are remembered.
    private static let mostSessions = 200

    /// Takes up what an earlier launch has left; what can't be read is set aside, for it would never be readable.
    init(_ storage: any OutboxStorage) {
        self.storage = storage
        guard let data = try? storage.read() else { return }
        do {
            let root = try JSONDocument(Array(data)).root
            items = try root.read("items")
            seen = try root.read(keyed: "seen")
        } catch {
            storage.setAside()
        }
    }

    /// Keeps a request. A request for a message replaces the one before it, of which the person has seen nothing.
    func add(_ item: OutboxItem) {
        if !item.isReport { items.removeAll { !$0.isReport && $0.session == item.session } }
        items.append(item)
        save()
    }

    func remove(_ item: OutboxItem) {
        items.removeAll { $0.key == item.key }
        save()
    }

    /// Puts a report in the place of a request, if there was one, in one write.
    func replace(_ item: OutboxItem?, by report: OutboxItem) {
        items.removeAll { $0.key == item?.key }
        items.append(report)
        save()
    }

    /// Remembers how far the person has seen a session.
    func see(_ revision: Int, of session: SessionID) {
        guard revision > seen[session] ?? 0 else { return }
        if seen[session] == nil, seen.count >= Self.mostSessions, let any = seen.keys.first { seen[any] = nil }
        seen[session] = revision
        save()
    }

    /// Forgets that the person has seen what a session has no more.
    func goBack(to revision: Int, of session: SessionID) {
        guard let known = seen[session], known > revision else { return }
        seen[session] = revision
        save()
    }

    func clear() {
        (items, seen) = ([], [:])
        save()
    }

    /// The reports that the service has not confirmed, in the order in which they were made.
    func reports(at now: Date) -> [OutboxItem] {
        dropOld(at: now)
        return items.filter(\.isReport)
    }

    /// The request for a message of a session, or for a new session of these people, that has not been answered.
    func pending(in session: SessionID?, among people: Conversation, at now: Date) -> OutboxItem? {
        dropOld(at: now)
        return items.last { item in
            guard !item.isReport, item.session == session else { return false }
            return item.founders.map { $0.isSame(as: people) } ?? true
        }
    }

    private func dropOld(at now: Date) {
        let count = items.count
        items.removeAll {
            now.timeIntervalSince($0.askedAt) > ($0.isReport ? Self.shelfLifeOfReports : Self.shelfLife)
        }
        if items.count < count { save() }
    }

    private func save() {
        let kept = GameJSON { json in
            json.object { json in
                json.member("items", items)
                json.member("seen", seen)
            }
        }
        try? storage.write(kept.data)
    }
}

extension Conversation {
    /// Whether these are the same people, in whatever order.
    func isSame(as other: Conversation) -> Bool { local == other.local && Set(remotes) == Set(other.remotes) }
}
