import RoundtableClient
import RoundtableModel

extension MessagesGame {
    enum Outcome {
        /// The service did what was asked.
        case done
        /// The service refused, and always will.
        case refused
        /// This request failed, and may succeed later; others may succeed now.
        case failed
        /// No request can succeed now.
        case stopped
    }

    /// Does what needs the service, and explains it if that fails.
    ///
    /// - Parameter item: what is asked; forgotten if it is refused, kept if it may succeed later.
    @discardableResult
    func attempt(for item: OutboxItem? = nil, _ work: @MainActor () async throws -> Void) async -> Outcome {
        do {
            try await credential.load()
            try await work()
            if untold.isEmpty { failures = 0 }
            if case .offline = trouble { trouble = nil }
            return .done
        } catch let error as RoundtableError {
            return explain(error, for: item)
        } catch {
            goOffline(Explanation(.locked, "\(error)", in: texts))
            retryLater()
            return .stopped
        }
    }

    private func explain(_ error: RoundtableError, for item: OutboxItem?) -> Outcome {
        switch error {
        case .cancelled: return .stopped
        case .unkept:
            // Each attempt makes another player, so it is for the person to try again.
            trouble = .offline(Explanation(.locked, error.developerDetail, in: texts))
            return .stopped
        case .refused(let problem) where problem.code == .rateLimited:
            trouble = .offline(Explanation(problem, in: texts))
            retryLater()
            return .stopped
        case _ where error.concernsOneRequest && item?.isReport == true:
            // The report may be about another game than the one on screen.
            retryLater()
            return .failed
        case _ where error.mayPass:
            let kind: Explanation.Kind = outbox.items.isEmpty ? .offline : .waiting
            goOffline(Explanation(kind, error.developerDetail, in: texts))
            retryLater()
            return error.concernsOneRequest ? .failed : .stopped
        case .unreachable, .unexpected:
            trouble = .refused(Explanation(.refused(.unknown), error.developerDetail, in: texts))
            return .failed
        case .refused(let problem):
            trouble = .refused(Explanation(problem, in: texts))
            if let item { outbox.remove(item) }
            return .refused
        }
    }

    /// Tells that no request can succeed now; nothing new, if the person reads that already.
    private func goOffline(_ explanation: Explanation) {
        if case .offline(let known) = trouble, known.kind == explanation.kind, known.text == explanation.text { return }
        trouble = .offline(explanation)
    }

    /// Tries again by itself, ever more patiently, while the game is on screen.
    private func retryLater() {
        guard retrying == nil, isActive, host != nil else { return }
        failures += 1
        let pause = settings.retries.pause(afterFailures: failures)
        retrying = Task { [weak self, retries = settings.retries] in
            guard (try? await retries.pause(pause)) != nil, !Task.isCancelled else { return }
            self?.tryAgain()
        }
    }
}

extension RoundtableError {
    /// Whether it is an answer to this request that says nothing about others, such as a fault of one session.
    fileprivate var concernsOneRequest: Bool {
        switch self {
        case .refused(let problem): problem.code == .internal
        case .unexpected(let status, _): ![502, 503, 504].contains(status)
        case .unreachable, .unkept, .cancelled: false
        }
    }
}
