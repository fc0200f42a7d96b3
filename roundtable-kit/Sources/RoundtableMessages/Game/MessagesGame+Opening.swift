import RoundtableClient
import RoundtableModel

extension MessagesGame {
    /// Takes up where the person is: what the service was not told, the tapped message, and a move that was not staged.
    func resume() async {
        guard await deliverReports() else { return activity = .idle }
        if let asked {
            switch await open(asked) {
            case .done, .refused: break
            case .failed, .stopped: return
            }
        }
        if case .refused = trouble { return }
        guard let host, host.style != .transcript, let people = host.people else { return }
        if let item = pending(among: people) {
            await compose(item, among: people)
        } else if case .offline = trouble {
            await attempt { try await self.refresh() }
        }
    }

    /// The request whose message is to be staged now.
    private func pending(among people: Conversation) -> OutboxItem? {
        let item = outbox.pending(in: shown?.view.id, among: people, at: settings.now())
        guard item == nil, let left, left.session == shown?.view.id, left.people.isSame(as: people) else { return item }
        return outbox.items.first { $0.key == left.key }
    }

    /// Opens what the person asked to see.
    private func open(_ subject: Subject) async -> Outcome {
        switch subject {
        case .bubble(let bubble): return await open(bubble, replacing: true)
        case .session(let id):
            activity = .opening
            defer { activity = .idle }
            let outcome = await read(id)
            if outcome == .refused { (opened, asked) = (subject, nil) }
            return outcome
        }
    }

    /// Shows a game that was not opened by a message, with what happened since the person looked last.
    private func read(_ id: SessionID) async -> Outcome {
        await attempt {
            let view = try await self.client.session(id, as: self.host?.people?.local)
            (self.opened, self.asked) = (.session(id), nil)
            await self.show(view)
            let missed = await self.events(of: view, after: self.outbox.seen[id])
            if !missed.isEmpty, self.shown?.view.id == id { await self.show(view, after: missed) }
        }
    }

    /// Reports a message with its sender and shows how its game stands now.
    ///
    /// - Parameter replacing: whether the person asked for this very message; else its game is shown only if it is on
    ///   screen already.
    @discardableResult
    func open(_ bubble: IncomingBubble, replacing: Bool) async -> Outcome {
        if replacing { activity = .opening }
        defer { if replacing { activity = .idle } }
        let outcome = await report(bubble, replacing: replacing)
        // What was refused for good is not asked again when the person has read why.
        if replacing, outcome == .refused { (opened, asked) = (.bubble(bubble), nil) }
        return outcome
    }

    private func report(_ bubble: IncomingBubble, replacing: Bool) async -> Outcome {
        guard let token = bubble.token else {
            trouble = .refused(Explanation(.foreignBubble, in: texts))
            return .refused
        }
        guard let people = host?.people else {
            if replacing { trouble = .offline(Explanation(.failed, "There is no conversation.", in: texts)) }
            return .stopped
        }
        return await attempt {
            let opened = try await self.client.open(token, OpenRequest(conversation: people, sender: bubble.sender))
            guard replacing || opened.session.id == self.shown?.view.id else { return }
            if replacing { (self.opened, self.asked) = (.bubble(bubble), nil) }
            if let session = bubble.session { self.owner.keep(session, of: opened.session.id, among: people) }
            await self.show(opened.session, after: opened.events)
            // NB: what an early message needs is fetched while the game is on screen.
            let rest = await self.events(of: opened.session, after: opened.next)
            if !rest.isEmpty, self.shown?.view.id == opened.session.id {
                await self.show(opened.session, after: rest)
            }
            if let explanation = self.explanation(of: opened.tapped, replacing) { self.trouble = .refused(explanation) }
        }
    }

    /// Replaces the view on screen, here and wherever else the session is shown, unless it is older: answers may
    /// overtake one another.
    ///
    /// - Parameter known: the view after which this one was asked for. In its place even an older one is shown: the
    ///   service has gone back, as after its database was restored.
    func show(_ view: SessionView, after events: [EventView] = [], replacing known: SessionView? = nil) async {
        if view.revision < known?.revision ?? 0 { outbox.goBack(to: view.revision, of: view.id) }
        let seen = outbox.seen[view.id] ?? 0
        if var game = shown, game.view.id == view.id {
            guard view.revision >= game.view.revision || game.view == known else { return }
            game.advance(to: view, by: events, seen: seen)
            shown = game
            if let message = staged, message.session == view.id, message.revision < view.revision { staged = nil }
        } else {
            var game = ShownGame(view: view, missed: [])
            game.advance(to: view, by: events, seen: seen)
            shown = game
        }
        if activity != .composing { activity = .idle }
        follow(view.id)
        await feed.offer(view, as: host?.people?.local)
    }

    /// Shows the game on screen as it stands.
    func refresh() async throws {
        guard let before = shown?.view else { return }
        let view = try await client.session(before.id, as: host?.people?.local)
        await show(view, after: await events(of: view, after: before.revision), replacing: before)
    }

    /// The most events that are fetched to be animated, the newest: nobody watches a whole history.
    private static let mostMissed = 200

    /// The events after a revision that the person may want to see; none, if they can't be had: the view tells the
    /// truth without them.
    func events(of view: SessionView, after revision: Int?) async -> [EventView] {
        var events: [EventView] = []
        let needless = max(outbox.seen[view.id] ?? 0, view.revision - Self.mostMissed)
        var next = revision.map { max($0, needless) }
        while let after = next, after < view.revision {
            guard let page = try? await client.events(of: view.id, after: after, as: host?.people?.local) else { break }
            events += page.events
            next = page.next
        }
        return events
    }

    private func explanation(of tapped: Tapped, _ isAsked: Bool) -> Explanation? {
        guard isAsked else { return nil }
        if tapped.hint == .sentByYou { return Explanation(.otherDevice, in: texts) }
        return switch tapped.status {
        case .overtaken: Explanation(.overtaken, in: texts)
        case .cancelled: Explanation(.takenBack, in: texts)
        case .latest, .earlier, .draft, .unknown: nil
        }
    }
}
