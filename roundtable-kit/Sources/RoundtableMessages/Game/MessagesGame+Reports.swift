import RoundtableClient
import RoundtableModel

extension MessagesGame {
    /// Tells the service what became of messages; of each message in the order in which it happened. A report that the
    /// service can't take is kept, and holds up no other message.
    ///
    /// All games of the extension share the outbox, so they take turns.
    ///
    /// - Returns: whether the service could be asked.
    @discardableResult
    func deliverReports() async -> Bool { await owner.deliveries.run { await self.deliverAll() } ?? false }

    private func deliverAll() async -> Bool {
        untold = []
        for report in outbox.reports(at: settings.now()) {
            // NB: the person may have been erased meanwhile.
            guard let token = report.message, !untold.contains(token), outbox.items.contains(report) else { continue }
            switch await deliver(report) {
            case .done, .refused: break
            case .failed: untold.insert(token)
            case .stopped: return false
            }
        }
        return true
    }

    /// Tells the service what just became of a message, and the person if it could not be told.
    func deliver(new report: OutboxItem) async {
        await deliverReports()
        guard trouble == nil, outbox.items.contains(report) else { return }
        trouble = .offline(Explanation(.waiting, in: texts))
    }

    private func deliver(_ report: OutboxItem) async -> Outcome {
        await attempt(for: report) {
            switch report.request {
            case .sent(let token, let request):
                await self.note(try await self.client.reportSent(token, request), of: token)
            case .cancel(let token, let request):
                await self.noteCancelled(try await self.client.cancel(token, request).session)
            case .begin, .turn, .join, .act, .nudge: preconditionFailure("A request for a message is no report")
            }
            self.outbox.remove(report)
        }
    }

    private func note(_ sent: Sent, of token: MessageToken) async {
        if sent.status == .overtaken, shown?.view.draft?.token == token {
            // NB: of two rematches that are begun at once, the answer is about the one that counts.
            await showOwn(sent.session)
        } else {
            await update(with: sent.session)
        }
        if sent.status == .overtaken { trouble = .refused(Explanation(.overtaken, in: texts)) }
    }

    /// Shows what is left after a message was taken back. Of a game that never began nothing is: the person is again
    /// where they began it.
    private func noteCancelled(_ view: SessionView) async {
        guard view.state == .abandoned, view.revision == 0, view.id == shown?.view.id else {
            return await update(with: view)
        }
        let reason = trouble
        if let former { show(.session(former)) } else { leave(for: nil) }
        trouble = reason
    }

    /// Shows a session that a report brought, if it is the one on screen; nobody asked to see any other.
    private func update(with view: SessionView) async {
        if shown?.view.id == view.id { await show(view) }
    }
}
