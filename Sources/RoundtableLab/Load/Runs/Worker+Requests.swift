import NIOCore
import RoundtableJSON

/// A flaw of an answer.
enum Flaw: Error {
    /// The service refused, and said why.
    case refused(code: String, revision: Int?)
    /// The service said something that can't be true.
    case wrong(String)
    /// There is no answer.
    case lost(Connection.Loss)
}

extension Flaw {
    /// Whether the request may have done something all the same.
    var isUncertain: Bool {
        switch self {
        case .lost, .wrong: true
        case .refused(let code, _): ["unavailable", "internal"].contains(code)
        }
    }

    /// Whether somebody else was faster.
    var isOvertaken: Bool {
        if case .refused(let code, _) = self {
            ["stale_revision", "not_your_turn", "session_over"].contains(code)
        } else {
            false
        }
    }

    /// Whether the service has no room now, and asks to come back.
    var isRefusalForNow: Bool {
        if case .refused(let code, _) = self { ["unavailable", "rate_limited"].contains(code) } else { false }
    }

    /// For the list of errors.
    var reason: String {
        switch self {
        case .refused(let code, _): "refused: \(code)"
        case .wrong(let what): "wrong answer: \(what)"
        case .lost(let loss): loss.rawValue
        }
    }
}

extension Worker {
    /// Sends a request, checks the answer, and records how long that took: since it should have been sent, if that was
    /// earlier.
    @discardableResult
    func perform<Said>(
        _ operation: MeasuredOperation, _ request: LoadRequest, over connection: Connection,
        since start: NIODeadline? = nil, read: (LoadReply) throws(Flaw) -> Said
    ) async throws(Flaw) -> Said {
        let start = start ?? .now()
        do throws(Flaw) {
            let answer = try await exchange(request, over: connection)
            let end = NIODeadline.now()
            let said = try read(answer)
            recorder.record(operation, since: start, at: end)
            return said
        } catch {
            if operation == .contest, error.isOvertaken {
                recorder.recordRefusal(operation, since: start, at: .now())
            } else {
                recorder.record(error: "\(operation.rawValue): \(error.reason)", at: .now())
                await pause(after: error)
            }
            throw error
        }
    }

    /// Sends a request, and takes its answer unless that is a refusal.
    func exchange(_ request: LoadRequest, over connection: Connection) async throws(Flaw) -> LoadReply {
        let answer: LoadReply
        do throws(Connection.Loss) {
            answer = try await connection.exchange(request, on: self)
        } catch {
            throw .lost(error)
        }
        guard answer.status < 400 else { throw refusal(answer) }
        return answer
    }

    private func refusal(_ answer: LoadReply) -> Flaw {
        let json = try? answer.json
        return .refused(
            code: (try? json?.require("code")) ?? "\(answer.status)", revision: try? json?.require("revision"))
    }

    /// A service that is away is not asked again at once, and one that has no room not before the second that it asks
    /// for.
    private func pause(after flaw: Flaw) async {
        if case .lost = flaw { await sleep(until: .now() + .milliseconds(100)) }
        if flaw.isRefusalForNow { await sleep(until: .now() + .seconds(1)) }
    }
}
