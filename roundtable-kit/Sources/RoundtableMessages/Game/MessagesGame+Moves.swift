import RoundtableClient
public import RoundtableModel

// In a live bubble nothing is staged: what the person does there opens the app, and does nothing else.
extension MessagesGame {
    /// Begins a game in this conversation; its message is staged as the first of a new `MSSession`. Without a
    /// conversation, such as before ``willBecomeActive(_:in:)``, nothing happens. In a live bubble the app is opened
    /// instead.
    ///
    /// - Parameters:
    ///   - options: the game's options, and `seats`: how many there are, if not one for each person.
    ///   - move: an opening move, where the game allows one.
    ///   - live: whether the app draws its bubbles itself, where it is installed.
    ///   - change: sets anything else of the request, such as its clock, or the nickname and the language for this
    ///     game.
    public func begin(
        _ game: String, options: GameJSON? = nil, move: GameJSON? = nil, live: Bool = false, send: SendMode? = nil,
        changing change: (inout NewSession) -> Void = { _ in }
    ) {
        request { people, _ in
            var session = NewSession(
                game: game, options: options, move: move, conversation: people, nickname: settings.nickname,
                locale: client.language, send: send, live: live)
            change(&session)
            return .begin(session)
        }
    }

    /// Makes a move against the game on screen and stages its message; takes an open seat, if the person has none. In a
    /// live bubble the app is opened instead.
    ///
    /// - Parameter send: `now` to send the message without Send being pressed, and to have the move count at once. If
    ///   Messages does not send it, the message is staged, and the move counts all the same.
    public func play(_ move: GameJSON, send: SendMode? = nil) {
        requestInGame { people, view in
            .turn(
                view.id,
                Turn(
                    revision: view.revision, move: move, conversation: people, locale: client.language,
                    nickname: settings.nickname, send: send))
        }
    }

    /// Makes a move that is a text, such as `e2e4`.
    public func play(_ notation: String, send: SendMode? = nil) { play(GameJSON(text: notation), send: send) }

    /// Takes an open seat without moving, and stages the message that says so. In a live bubble the app is opened
    /// instead.
    public func join(send: SendMode? = nil) {
        requestInGame { people, view in
            .join(
                view.id,
                SeatRequest(conversation: people, nickname: settings.nickname, locale: client.language, send: send))
        }
    }

    /// Does something other than move, such as resign, and stages the message that says so. In a live bubble the app is
    /// opened instead.
    ///
    /// A rematch takes the place of the finished game on screen; its message is the first of a new `MSSession`. If the
    /// game has a rematch already, that one is opened, and nothing is staged.
    ///
    /// - Parameters:
    ///   - kind: what is offered, if the action is an offer.
    ///   - seat: the seat to reclaim, or whose claims to veto.
    public func act(_ action: Action, kind: OfferKind? = nil, seat: Int? = nil, send: SendMode? = nil) {
        requestInGame { people, view in
            .act(
                view.id,
                ActionRequest(
                    action: action, kind: kind, revision: view.revision, conversation: people, seat: seat,
                    locale: client.language, nickname: settings.nickname, send: send))
        }
    }

    /// Stages the game as it stands as a message of the person's own: to remind the others, or to replace a message
    /// that was never sent. In a live bubble the app is opened instead.
    public func nudge() {
        requestInGame { people, view in
            .nudge(view.id, FreshMessageRequest(conversation: people, locale: client.language))
        }
    }

    /// Stages the message that waits for Send again, after it has vanished from the input field. In a live bubble the
    /// app is opened instead.
    public func stageAgain() {
        guard style != .transcript else { return requestExpandedPresentation() }
        guard let message = waiting, let people = host?.people else { return }
        let counts = message.token != shown?.view.draft?.token
        jobs.add {
            self.activity = .composing
            defer { self.activity = .idle }
            await self.stage(message, counts: counts, among: people)
        }
    }

    /// Puts a text, a sticker or a file into the input field, beside a bubble that waits there; makes room for Send. In
    /// a live bubble the app is opened instead.
    ///
    /// - Parameter send: `now` to send it without Send being pressed, which Messages allows once per touch.
    /// - Throws: the error of Messages; ``MessagesHostError/noConversation`` if there is no conversation. Messages may
    ///   say nothing at all; after some seconds, that is taken for success.
    public func insert(_ content: MessageContent, send: SendMode = .draft) async throws {
        guard style != .transcript else { return requestExpandedPresentation() }
        guard isActive, let host else { throw MessagesHostError.noConversation }
        _ = try await within(owner.limits.handler) {
            switch send {
            case .draft: try await host.insert(content)
            case .now: try await host.send(content)
            }
        }
        requestCompactPresentation()
    }

    private func requestInGame(_ make: (Conversation, SessionView) -> OutboxItem.Request) {
        request { people, view in view.map { make(people, $0) } }
    }

    private func request(_ make: (Conversation, SessionView?) -> OutboxItem.Request?) {
        guard style != .transcript else { return requestExpandedPresentation() }
        guard let people = host?.people, let request = make(people, shown?.view) else { return }
        let item = OutboxItem(key: IdempotencyKey(), askedAt: settings.now(), request: request)
        outbox.add(item)
        trouble = nil
        activity = .composing
        jobs.add { await self.compose(item, among: people) }
    }
}
