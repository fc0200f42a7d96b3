public import RoundtableClient
public import RoundtableModel

#if canImport(Combine)
    public import Combine
#endif

// swift: importing RoundtableClient RoundtableModel
//   in (roundtable: MessagesExtension) async

/// The player's games for a start screen, page by page: those in which it is the player's turn come first, then those
/// that changed last. Each can be shown by ``MessagesGame/open(_:)``.
///
/// The games are those of all conversations: Messages does not tell an app which conversation it is in. Nobody tells
/// the list of changes, so refresh it whenever the start screen appears or the game on screen has changed.
///
/// ```swift
/// let list = PlayerGames(in: roundtable, SessionFilter(state: .active))
/// await list.refresh()
/// if list.hasMore { await list.loadMore() }
/// if let first = list.sessions.first { await list.hide(first) }
/// ```
@MainActor
public final class PlayerGames {
    /// The games that were read so far; none while there is no player.
    #if canImport(Combine)
        @Published
    #endif
    public private(set) var sessions: [SessionSummary] = []
    /// Whether ``loadMore()`` may find more games.
    #if canImport(Combine)
        @Published
    #endif
    public private(set) var hasMore = false
    /// Why the last call came to nothing; nil if it did not. What was read before stays.
    #if canImport(Combine)
        @Published
    #endif
    public private(set) var explanation: Explanation?

    private let owner: MessagesExtension
    private let filter: SessionFilter
    /// The cursor of the next page.
    private var next: String?
    /// The number of the newest reading: what an earlier one finds is out of date.
    private var reading = 0
    /// The revisions at which games were hidden: a page that was read before may have them still.
    private var hidden: [SessionID: Int] = [:]

    /// Makes an empty list.
    ///
    /// - Parameter filter: which games it has, and how many a page; by default all, those that are over included.
    public init(in owner: MessagesExtension, _ filter: SessionFilter = SessionFilter()) {
        self.owner = owner
        self.filter = filter
        next = filter.after
    }
}

extension PlayerGames {
    /// Reads the list anew, as far as it was read before.
    public func refresh() async { await read(after: filter.after, besides: [], until: max(1, sessions.count)) }

    /// Reads the next page, if there is one.
    public func loadMore() async {
        guard hasMore, let next else { return }
        await read(after: next, besides: sessions, until: sessions.count + 1)
    }

    /// Hides a game, until something happens in it.
    public func hide(_ session: SessionSummary) async {
        do {
            try await owner.client.hide(session.id)
        } catch {
            guard error.code == .notFound else { return explain(error) }
        }
        hidden[session.id] = session.revision
        sessions.removeAll { $0.id == session.id }
        explanation = nil
    }

    /// Reads pages until there are so many games, for a page can be empty although others follow.
    private func read(after cursor: String?, besides known: [SessionSummary], until count: Int) async {
        reading += 1
        let number = reading
        var (found, filter) = (known, filter)
        filter.after = cursor
        do {
            var asked: String?
            repeat {
                let page = try await owner.sessions(filter)
                guard number == reading else { return }
                for session in page.sessions { add(session, to: &found) }
                (asked, filter.after) = (filter.after, page.next)
            } while filter.after != nil && filter.after != asked && found.count < count
            sessions = found.filter { hidden[$0.id] != $0.revision }
            next = filter.after
            hasMore = next != nil
            explanation = nil
        } catch {
            if number == reading { explain(error) }
        }
    }

    /// Adds a game that was read; one that has changed its place since the page before is there once.
    private func add(_ session: SessionSummary, to found: inout [SessionSummary]) {
        guard hidden[session.id] != session.revision else { return }
        if let index = found.firstIndex(where: { $0.id == session.id }) {
            found[index] = session
        } else {
            found.append(session)
        }
    }

    private func explain(_ error: any Error) {
        switch error {
        case is CancellationError, RoundtableError.cancelled: break
        default: explanation = Explanation(error, in: owner.texts)
        }
    }
}

#if canImport(Combine)
    extension PlayerGames: ObservableObject {}
#endif
