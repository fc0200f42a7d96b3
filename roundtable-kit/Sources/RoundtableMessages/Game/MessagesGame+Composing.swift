import Foundation
import RoundtableClient
import RoundtableModel

extension MessagesGame {
    /// Asks for a message and stages it. What was asked stays in the outbox until Messages has the bubble: also if the
    /// person leaves the conversation meanwhile, until they are back.
    ///
    /// - Parameter people: the people of the conversation that the message is for.
    func compose(_ kept: OutboxItem, among people: Conversation) async {
        activity = .composing
        defer { if activity == .composing { activity = .idle } }
        // NB: a newer request may have taken its place while it waited.
        guard outbox.items.contains(kept), await deliverReports() else { return }
        let item = kept.speaking(of: people)
        var composed: Composed?
        var rematch: SessionID?
        await attempt(for: item) {
            do throws(RoundtableError) {
                composed = try await self.ask(item)
            } catch {
                rematch = error.code == .alreadyRematched ? error.problem?.session : nil
                if rematch == nil { throw error }
            }
        }
        // NB: an answer that shows nothing and stages nothing is given again.
        guard isHere(people) || (composed == nil && rematch == nil) else { return }
        if let composed {
            // NB: the person may have tapped a message meanwhile.
            if let view = composed.view, asked?.isSame(as: opened) != false { await showOwn(view) }
            let sendNow = composed.isCommitted && item.sendsNow
            await stage(composed.message, sendNow: sendNow, counts: composed.isCommitted, for: item, among: people)
        } else if let rematch {
            // Somebody else was quicker: theirs is the game that the person asked for.
            outbox.remove(item)
            // NB: the person may have tapped a message meanwhile.
            if asked?.isSame(as: opened) != false { show(.session(rematch)) }
        } else if case .refused = trouble {
            // The game may have moved on. Why the move was refused is what the person is told in any case.
            try? await refresh()
        }
    }

    /// Shows the session of an answer, perhaps another one than before: a new game, or a rematch.
    func showOwn(_ view: SessionView) async {
        if let before = shown?.view.id, before == view.id { return await show(view) }
        (former, opened) = (shown?.view.id, .session(view.id))
        await show(view)
    }

    /// Fills a bubble and hands it to Messages; if Messages won't have it, the service is told.
    ///
    /// - Parameters:
    ///   - counts: whether no event waits for the bubble to be sent.
    ///   - people: the people of the conversation that the message is for; no other one gets it.
    func stage(
        _ message: GameMessage, sendNow: Bool = false, counts: Bool, for item: OutboxItem? = nil,
        among people: Conversation
    ) async {
        guard let host else { return }
        let bubble = await fill(message)
        guard !Task.isCancelled else { return }
        left = item.map { ($0.key, message.session, people) }
        guard isHere(people) else { return }
        let session = owner.bubbleSession(of: message.session, among: people) ?? host.makeSession()
        owner.keep(session, of: message.session, among: people)
        do {
            let isSent = try await deliver(bubble, in: session, to: host, sendNow: sendNow, among: people)
            left = nil
            staged = counts && !isSent ? message : nil
            if let item { outbox.remove(item) }
            requestCompactPresentation()
        } catch {
            // NB: the request stays in the outbox until the person is back.
            guard isHere(people), !(error is MessagesHostError) else { return }
            left = nil
            let reason = CancelRequest(conversation: people, reason: "insert", errorCode: (error as NSError).code)
            let report = OutboxItem(
                key: IdempotencyKey(), askedAt: settings.now(), request: .cancel(message.token, reason))
            outbox.replace(item, by: report)
            trouble = .refused(Explanation(.notInserted, "\(error)", in: texts))
            await deliverReports()
        }
    }

    /// Hands over a bubble, without a further touch if asked; where Messages doesn't allow that, the person presses
    /// Send. A bubble about which Messages does not say whether it has taken it counts as staged; it can be staged
    /// again.
    ///
    /// - Returns: whether it is sent.
    private func deliver(
        _ bubble: OutgoingBubble, in session: BubbleSession, to host: any MessagesHost, sendNow: Bool,
        among people: Conversation
    ) async throws -> Bool {
        let limit = owner.limits.handler
        if sendNow, (try? await within(limit) { try await host.send(bubble, in: session) }) != nil { return true }
        guard isHere(people) else { throw MessagesHostError.noConversation }
        _ = try await within(limit) { try await host.insert(bubble, in: session) }
        return false
    }

    /// Whether Messages shows the conversation of these people now.
    private func isHere(_ people: Conversation) -> Bool {
        isActive && host?.people?.isSame(as: people) == true
    }

    private func ask(_ item: OutboxItem) async throws(RoundtableError) -> Composed {
        let key = item.key
        let answer: TurnAnswer
        switch item.request {
        case .begin(let request): answer = try await client.begin(request, key: key)
        case .turn(let id, let request): answer = try await client.play(request, in: id, key: key)
        case .join(let id, let request): answer = try await client.join(id, request, key: key)
        case .act(let id, let request): answer = try await client.act(request, in: id, key: key)
        case .nudge(let id, let request):
            return Composed(message: try await client.freshMessage(of: id, request, key: key))
        case .sent, .cancel: preconditionFailure("A report asks for no message")
        }
        return Composed(view: answer.session, message: answer.message, isCommitted: !answer.draft)
    }
}

/// A message that the service has composed, with the session as it stands.
private struct Composed {
    var view: SessionView?
    var message: GameMessage
    var isCommitted = true
}

extension OutboxItem {
    /// Whether the message is to be sent without a further touch.
    fileprivate var sendsNow: Bool {
        switch request {
        case .begin(let request): request.send == .now
        case .turn(_, let request): request.send == .now
        case .join(_, let request): request.send == .now
        case .act(_, let request): request.send == .now
        case .nudge, .sent, .cancel: false
        }
    }
}
