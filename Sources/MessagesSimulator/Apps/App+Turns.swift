package import RoundtableModel
import RoundtableClient

extension App {
    /// Begins a game and stages its opening message.
    @discardableResult
    package func create(
        _ game: String, changing: @Sendable (inout NewSession) -> Void = { _ in }
    ) async throws -> TurnAnswer {
        try await activate()
        var request = NewSession(game: game, conversation: await conversation(), locale: await locale)
        changing(&request)
        let answer = try await client.begin(request)
        session = await simulation.makeSession()
        return try await take(answer, request.send)
    }

    /// Moves against the view that the user looks at, and stages the message.
    @discardableResult
    package func play(
        _ move: GameJSON, changing: @Sendable (inout Turn) -> Void = { _ in }
    ) async throws -> TurnAnswer {
        let view = try shown()
        var turn = Turn(
            revision: view.revision, move: move, conversation: await conversation(), locale: await locale)
        changing(&turn)
        return try await take(try await client.play(turn, in: view.id), turn.send)
    }

    /// Takes an open seat, and stages the message.
    @discardableResult
    package func join(changing: @Sendable (inout SeatRequest) -> Void = { _ in }) async throws -> TurnAnswer {
        let view = try shown()
        var request = SeatRequest(conversation: await conversation(), locale: await locale)
        changing(&request)
        return try await take(try await client.join(view.id, request), request.send)
    }

    /// Does something other than move, and stages the message.
    @discardableResult
    package func act(
        _ action: Action, changing: @Sendable (inout ActionRequest) -> Void = { _ in }
    ) async throws -> TurnAnswer {
        let view = try shown()
        var request = ActionRequest(
            action: action, revision: view.revision, conversation: await conversation(), locale: await locale)
        changing(&request)
        return try await take(try await client.act(request, in: view.id), request.send)
    }

    /// Stages the current state as a message of the user's own.
    ///
    /// - Parameter anew: whether it gets a session of bubbles of its own, as from an app that was opened without a
    ///   bubble.
    @discardableResult
    package func nudge(anew: Bool = false) async throws -> GameMessage {
        if anew { session = nil }
        let request = FreshMessageRequest(conversation: await conversation(), locale: await locale)
        let message = try await client.freshMessage(of: shown().id, request)
        await insert(message)
        return message
    }

    /// Looks at the session again, without a bubble.
    @discardableResult
    package func refresh() async throws -> SessionView {
        let view = try await client.session(shown().id, as: await conversation().local)
        await show(view)
        return view
    }

    /// The language of the device.
    private var locale: String {
        get async { await simulation[device].locale }
    }

    /// Inserts the message of an answer, or sends it at once if that was asked for.
    private func take(_ answer: TurnAnswer, _ mode: SendMode?) async throws -> TurnAnswer {
        await show(answer.session)
        await insert(answer.message)
        if mode == .now { try await simulation.send(from: device, in: group) }
        return answer
    }
}
