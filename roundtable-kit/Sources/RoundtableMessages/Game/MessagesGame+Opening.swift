import RoundtableClient
import RoundtableModel

extension MessagesGame {
    /// Takes up where the person is: what the service was not told, the tapped message, and a move that was not staged.
    func resume() async {
        guard await deliverReports() else { return activity = .idle }
        if let subject = asked {
            switch await open(subject) {
            case .done, .refused: break
            case .failed, .stopped: return
            }
            // NB: what the person has asked for meanwhile has a job of its own.
            guard asked == nil, subject.isSame(as: opened) else { return }
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

    /// Opens what the person asked to see, unless they ask for something else meanwhile.
    private func open(_ subject: Subject) async -> Outcome {
        activity = .opening
        let outcome =
            switch subject {
            case .bubble(let bubble): await report(bubble)
            case .session(let id): await read(id)
            }
        if let asked, !subject.isSame(as: asked) {
            if case .refused = trouble { trouble = nil }
            return outcome
        }
        if activity == .opening { activity = .idle }
        // What was refused for good is not asked again when the person has read why.
        if outcome == .refused, asked != nil { (opened, asked) = (subject, nil) }
        return outcome
    }

    /// Notes that what the person asked to see is here; false if they have asked for something else meanwhile.
    private func arrive(at subject: Subject) -> Bool {
        guard subject.isSame(as: asked) else { return false }
        (opened, asked) = (subject, nil)
        return true
    }

    /// Shows a game that was not opened by a message, with what happened since the person looked last.
    private func read(_ id: SessionID) async -> Outcome {
        await attempt {
            let view = try await self.client.session(id, as: self.host?.people?.local)
            guard self.arrive(at: .session(id)) else { return }
            await self.show(view)
            let missed = await self.events(of: view, after: self.outbox.seen[id])
            if !missed.isEmpty, self.shown?.view.id == id { await self.show(view, after: missed) }
        }
    }

    /// Reports the message that the person asked to see, and shows how its game stands now.
    private func report(_ bubble: IncomingBubble) async -> Outcome {
        guard bubble.token != nil else {
            trouble = .refused(Explanation(.foreignBubble, in: texts))
            return .refused
        }
        guard host?.people != nil else {
            trouble = .offline(Explanation(.failed, "There is no conversation.", in: texts))
            return .stopped
        }
        return await report(bubble) { opened in
            guard self.arrive(at: .bubble(bubble)) else { return }
            await self.show(opened)
            guard self.asked == nil, self.shown?.view.id == opened.session.id else { return }
            if let explanation = self.explanation(of: opened.tapped) { self.trouble = .refused(explanation) }
        }
    }

    /// Reports a message that has arrived. Its game is shown as it stands now if it is on screen already.
    func receive(_ bubble: IncomingBubble) async {
        await report(bubble) { opened in
            if opened.session.id == self.shown?.view.id { await self.show(opened) }
        }
    }

    /// Tells the service of a message and its sender.
    ///
    /// - Parameter take: what to do with the answer.
    @discardableResult
    private func report(_ bubble: IncomingBubble, take: @MainActor (Opened) async -> Void) async -> Outcome {
        guard let token = bubble.token, let people = host?.people else { return .stopped }
        return await attempt {
            let opened = try await self.client.open(token, OpenRequest(conversation: people, sender: bubble.sender))
            if let session = bubble.session { self.owner.keep(session, of: opened.session.id, among: people) }
            await take(opened)
        }
    }

    /// Shows a game whose message was reported, with what happened since the person looked last; if they never did,
    /// with what happened since the message.
    private func show(_ opened: Opened) async {
        let (view, next) = (opened.session, opened.next)
        let known = shown?.view.id == view.id ? shown?.view.revision : outbox.seen[view.id]
        await show(view, after: opened.events)
        // NB: what came before the message, or long after it, is fetched while the game is on screen.
        let first = opened.events.first?.revision ?? view.revision + 1
        let rest = await events(of: view, after: known.map { $0 + 1 < first ? $0 : next } ?? next)
        if !rest.isEmpty, shown?.view.id == view.id { await show(view, after: rest) }
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

    private func explanation(of tapped: Tapped) -> Explanation? {
        if tapped.hint == .sentByYou { return Explanation(.otherDevice, in: texts) }
        return switch tapped.status {
        case .overtaken: Explanation(.overtaken, in: texts)
        case .cancelled: Explanation(.takenBack, in: texts)
        case .latest, .earlier, .draft, .unknown: nil
        }
    }
}
