import NIOCore
import RoundtableJSON

enum Flaw: Error {
    /// The service refused, and said why.
    case refused(code: String, revision: Int?)
    /// The service said something that can't be true.
    case wrong(String)
    /// There is no answer.
    case lost(Connection.Loss)
}

extension Flaw {
    /// The service's code, if it refused.
    private var code: String? {
        if case .refused(let code, _) = self { code } else { nil }
    }

    /// Whether the request may have done something all the same.
    var isUncertain: Bool { [nil, "unavailable", "internal"].contains(code) }

    var isOvertaken: Bool { ["stale_revision", "not_your_turn", "session_over"].contains(code) }

    /// Whether the service has no room now, and asks to come back.
    var isRefusalForNow: Bool { ["unavailable", "rate_limited"].contains(code) }

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
