import RoundtableClient
import RoundtableModel

extension MessagesGame {
    /// Tells the service what became of messages, in the order in which it happened. Whether all of it is told.
    @discardableResult
    func deliverReports() async -> Bool {
        while let item = outbox.reports.first {
            guard await deliver(item) else { return false }
        }
        return true
    }

    private func deliver(_ item: OutboxItem) async -> Bool {
        await attempt(for: item) {
            switch item.request {
            case .sent(let token, let request): await self.note(try await self.client.reportSent(token, request))
            case .cancel(let token, let request):
                await self.update(with: try await self.client.cancel(token, request).session)
            case .begin, .turn, .join, .act, .nudge: preconditionFailure("A request for a message is no report")
            }
            self.outbox.remove(item)
        }
    }

    private func note(_ sent: Sent) async {
        await update(with: sent.session)
        if sent.status == .overtaken { trouble = .refused(Explanation(.overtaken, in: texts)) }
    }

    /// Shows a session that a report brought, if it is the one on screen; nobody asked to see any other.
    private func update(with view: SessionView) async {
        if shown?.view.id == view.id { await show(view) }
    }
}

extension MessagesGame {
    /// Does what needs the service, and explains it if that fails. Whether the service has answered for good, be it
    /// with a refusal.
    ///
    /// - Parameter item: what is asked; forgotten if it is refused, kept if it may succeed later.
    @discardableResult
    func attempt(for item: OutboxItem? = nil, _ work: @MainActor () async throws -> Void) async -> Bool {
        do {
            try await credential.load()
            try await work()
            failures = 0
            if case .offline = trouble { trouble = nil }
            return true
        } catch let error as RoundtableError {
            return explain(error, for: item)
        } catch {
            trouble = .refused(Explanation(.locked, in: texts))
            return false
        }
    }

    private func explain(_ error: RoundtableError, for item: OutboxItem?) -> Bool {
        switch error {
        case .cancelled: return false
        case .unkept:
            trouble = .refused(Explanation(.locked, in: texts))
            return false
        case .refused(let problem) where problem.code == .rateLimited:
            trouble = .offline(Explanation(problem, in: texts))
            retryLater()
            return false
        case _ where error.mayPass:
            trouble = .offline(Explanation(outbox.items.isEmpty ? .offline : .waiting, in: texts))
            retryLater()
            return false
        case .refused(let problem): trouble = .refused(Explanation(problem, in: texts))
        case .unreachable, .unexpected: trouble = .refused(Explanation(.refused(.unknown), in: texts))
        }
        if let item { outbox.remove(item) }
        return true
    }

    /// Tries again by itself, ever more patiently, while the game is on screen.
    private func retryLater() {
        guard retrying == nil, host != nil else { return }
        failures += 1
        let pause = settings.retries.pause(afterFailures: failures)
        retrying = Task { [weak self, retries = settings.retries] in
            guard (try? await retries.pause(pause)) != nil, !Task.isCancelled else { return }
            self?.tryAgain()
        }
    }
}
