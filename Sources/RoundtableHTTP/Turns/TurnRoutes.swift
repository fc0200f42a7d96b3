import Foundation
import GameRules
import HTTPConnection
import HTTPTypes
@_spi(Roundtable) import RoundtableJSON
import Roundtable
import RoundtableModel

/// The actions of players in a session: every request that answers with a finished message.
struct TurnRoutes {
    let service: RoundtableService

    var routes: [Route] {
        [
            Route(.post, "/v1/sessions/{id}/turns", longestBody: RequestBody.maximumLength, turn),
            Route(.post, "/v1/sessions/{id}/seats", join),
            Route(.post, "/v1/sessions/{id}/actions", act),
            Route(.post, "/v1/sessions/{id}/messages", freshMessage),
        ]
    }

    @Sendable private func turn(_ call: Call) async throws -> HTTPReply {
        let body = try call.body()
        let turn: Turn = try body.decode()
        let common = try MessageRequest(
            call, body, in: turn.conversation, locale: turn.locale, nickname: turn.nickname, send: turn.send)
        let seat = turn.seat.map { SeatIndex($0) }
        return try await answer(.move(turn.move), in: try call.session, at: seat, basedOn: turn.revision, common)
    }

    @Sendable private func join(_ call: Call) async throws -> HTTPReply {
        let body = try call.body()
        let seat: SeatRequest = try body.decode()
        let common = try MessageRequest(
            call, body, in: seat.conversation, locale: seat.locale, nickname: seat.nickname, send: seat.send)
        return try await answer(.join, in: try call.session, at: nil, basedOn: nil, common)
    }

    @Sendable private func act(_ call: Call) async throws -> HTTPReply {
        let body = try call.body()
        let act: ActionRequest = try body.decode()
        let common = try MessageRequest(
            call, body, in: act.conversation, locale: act.locale, nickname: act.nickname, send: act.send)
        let (session, seat) = (try call.session, act.seat.map { SeatIndex($0) })
        switch act.action {
        case .reclaim: return answer(try await service.claims.reclaim(seat, in: session, common))
        case .rematch: return answer(try await service.sessions.rematch(of: session, common))
        case .veto: return answer(try await service.claims.veto(seat, in: session, common))
        default: return try await answer(try Proposal.Intent(act), in: session, at: seat, basedOn: act.revision, common)
        }
    }

    @Sendable private func freshMessage(_ call: Call) async throws -> HTTPReply {
        let body = try call.body()
        let fresh: FreshMessageRequest = try body.decode()
        let common = try MessageRequest(
            call, body, in: fresh.conversation, locale: fresh.locale, nickname: nil, send: nil)
        let message = try await service.turns.freshMessage(of: try call.session, common)
        return HTTPReply(json: FreshMessage(message: message), status: .created)
    }

    private func answer(
        _ intent: Proposal.Intent, in session: SessionID, at seat: SeatIndex?, basedOn revision: Int?,
        _ request: MessageRequest
    ) async throws -> HTTPReply {
        let start = ContinuousClock.now
        do throws(ServiceError) {
            let answer = try await service.turns.submit(intent, in: session, at: seat, basedOn: revision, request)
            service.metrics.answered(isRepeated: answer.isRepeated, since: start)
            return self.answer(answer)
        } catch {
            service.metrics.refused(error, since: start)
            throw error
        }
    }

    private func answer(_ answer: TurnAnswer) -> HTTPReply { HTTPReply(json: answer, status: .created) }
}

extension MessageRequest {
    /// The members that all requests for a message have in common.
    convenience init(
        _ call: Call, _ body: RequestBody, in conversation: Conversation, locale: String?, nickname: String?,
        send: SendMode?
    ) throws(ServiceError) {
        let head = call.head
        self.init(
            player: try call.caller, conversation: conversation, locale: locale,
            nickname: nickname.flatMap { Nickname($0) }, send: send ?? .draft,
            key: try head.idempotencyKey(), fingerprint: { body.fingerprint(of: head) })
    }
}

extension Proposal.Intent {
    /// The intent of an action of the wire.
    ///
    /// - Throws: `bad_request`, for an action that no session has, or an offer of something that nobody knows.
    fileprivate init(_ request: ActionRequest) throws(ServiceError) {
        let action = request.action
        switch action {
        case .start: self = .start
        case .resign: self = .resign
        case .leave: self = .leave
        case .offer:
            guard let agreement = request.kind.flatMap({ Agreement($0) }) else {
                throw ServiceError(.badRequest, "An offer has a kind: draw, undo or pause.")
            }
            self = .offer(agreement)
        case .accept: self = .accept
        case .decline: self = .decline
        case .resume: self = .resume
        default: throw ServiceError(.badRequest, "There is no action called \(action.rawValue.prefix(40)).")
        }
    }
}
