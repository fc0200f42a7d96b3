import RoundtableClient
import RoundtableModel

extension MessagesGame {
    /// The extension came to the foreground, perhaps by a tap on a message. The host is held weakly.
    ///
    /// If the person comes back to the same conversation and has selected no other message, the game stays on screen,
    /// and is read again.
    public func willBecomeActive(_ bubble: IncomingBubble?, in host: any MessagesHost) {
        self.host = host
        isActive = true
        endTransition()
        style = host.style
        let selected = bubble.map { Subject.bubble($0) }
        let stays = shown != nil && comesBack(with: selected, among: host.people)
        activation = Activation(selected: selected, people: host.people)
        let current = asked ?? opened
        show(stays && selected?.isSame(as: current) != true ? current : selected)
    }

    /// Whether the person comes back to the same conversation, and has selected no other message.
    private func comesBack(with selected: Subject?, among people: Conversation?) -> Bool {
        guard let activation, let people, activation.people?.isSame(as: people) == true else { return false }
        return selected.map { $0.isSame(as: activation.selected) } ?? true
    }

    /// A message was tapped while the extension is active.
    public func didSelect(_ bubble: IncomingBubble) {
        activation?.selected = .bubble(bubble)
        show(.bubble(bubble))
    }

    /// A message arrived while the extension is active: whoever sent it is known now, and the game may have moved on.
    public func didReceive(_ bubble: IncomingBubble) {
        guard bubble.token != nil else { return }
        jobs.add { await self.receive(bubble) }
    }

    /// The person pressed Send.
    public func didStartSending(_ bubble: IncomingBubble) {
        post(bubble) { .sent($0, SentRequest(conversation: host?.people)) }
    }

    /// The person removed the message from the input field.
    public func didCancelSending(_ bubble: IncomingBubble) {
        post(bubble) { .cancel($0, CancelRequest(conversation: host?.people)) }
    }

    /// The extension is about to leave the foreground: nothing is followed any more; what is under way goes on.
    public func willResignActive() {
        isActive = false
        stopWaiting()
        endTransition()
    }

    /// Neither follows a game nor tries again by itself, until there is a reason to.
    func stopWaiting() {
        unfollow()
        retrying?.cancel()
        retrying = nil
    }

    /// Breaks off all that is under way. Nothing is lost: the next game takes it up from the outbox.
    public func end() {
        willResignActive()
        jobs.cancel()
    }

    /// Waits until everything is done that was asked for.
    public func settle() async { await jobs.drain() }

    /// The person has read the explanation, if there was one: repeats the requests that could not be sent.
    public func retry() {
        trouble = nil
        tryAgain()
    }

    func tryAgain() {
        retrying?.cancel()
        retrying = nil
        jobs.add { await self.resume() }
    }

    /// The person has read the explanation.
    public func dismissExplanation() { trouble = nil }

    /// The person has seen the game up to a revision: the events that led there leave ``ShownGame/missed``, and no
    /// launch of the extension has them again. Call it once they were animated.
    public func didShow(_ revision: Int) {
        guard let id = shown?.view.id else { return }
        outbox.see(revision, of: id)
        shown?.missed.removeAll { $0.revision <= revision }
    }

    /// Leaves the game on screen, such as a finished one: the state is `empty`. Nothing is lost: a bubble in the input
    /// field stays there, and what is under way is finished.
    public func close() {
        leave(for: nil)
        // NB: what was under way may have brought a game.
        jobs.add { if self.asked == nil { self.leave(for: nil) } }
    }

    /// Shows what the person asked to see; nothing, if the app was opened without a message.
    func show(_ subject: Subject?) {
        leave(for: subject)
        jobs.add { await self.resume() }
    }

    /// Leaves the game on screen, unless it is the one that the person asks to see; ``resume()`` opens that.
    func leave(for subject: Subject?) {
        asked = subject
        trouble = nil
        if subject?.isSame(as: opened) != true {
            unfollow()
            (opened, shown, former) = (nil, nil, nil)
        }
        if subject != nil {
            activity = .opening
        } else if activity == .opening {
            activity = .idle
        }
    }

    /// Reports what became of a message that is not staged any more.
    private func post(_ bubble: IncomingBubble, as request: (MessageToken) -> OutboxItem.Request) {
        guard let token = bubble.token else { return }
        if staged?.token == token { staged = nil }
        let report = OutboxItem(key: .init(), askedAt: settings.now(), request: request(token))
        outbox.add(report)
        // NB: Messages may suspend the extension as soon as the callback has returned.
        let endTime = settings.backgroundTime.begin("Reporting a message")
        let delivery = jobs.add { await self.deliver(new: report) }
        Task {
            await delivery.value
            endTime()
        }
    }
}
