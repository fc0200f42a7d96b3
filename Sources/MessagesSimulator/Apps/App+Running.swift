import RoundtableClient
import RoundtableModel

extension App {
    /// Does what the extension does by itself while the conversation is on screen, until the task is cancelled: draws
    /// the live bubbles, each from the session's current view, and tells the open app what arrives.
    private func run(as happenings: AsyncStream<Happening>) async {
        guard await simulation.hasApp(device) else { return }
        await withDiscardingTaskGroup { group in
            var visible: [Bubble.ID: AsyncStream<Never>.Continuation] = [:]
            await updateBubbles(&visible, in: &group)
            for await happening in happenings {
                await updateBubbles(&visible, in: &group)
                await react(to: happening)
            }
            group.cancelAll()
        }
    }

    /// Runs apps for as long as the body does.
    package static func running<Result: Sendable>(
        _ apps: [App], _ body: () async throws -> Result
    ) async throws -> Result {
        try await withThrowingDiscardingTaskGroup { group in
            for app in apps {
                // NB: nothing that happens from now on is missed.
                let happenings = await app.simulation.happenings(on: app.device, in: app.group)
                group.addTask { await app.run(as: happenings) }
            }
            defer { group.cancelAll() }
            return try await body()
        }
    }

    /// Starts to draw the live bubbles that have come, and stops to draw those that have shrunk.
    private func updateBubbles(
        _ visible: inout [Bubble.ID: AsyncStream<Never>.Continuation], in group: inout DiscardingTaskGroup
    ) async {
        let bubbles = await transcript().liveBubbles
        for id in Set(visible.keys).subtracting(bubbles.map(\.id)) { visible.removeValue(forKey: id)?.finish() }
        for bubble in bubbles where visible[bubble.id] == nil {
            let (isVisible, shrinks) = AsyncStream<Never>.makeStream()
            visible[bubble.id] = shrinks
            group.addTask { await LiveBubble(bubble: bubble, app: self).run(while: isVisible) }
        }
    }

    private func react(to happening: Happening) async {
        switch happening {
        case .received(let bubble): await didReceive(bubble)
        case .connected: await feed.refresh()
        case .sent, .drawn: break
        }
    }

    /// A message has arrived while the app is open: reports its sender, and shows how the game stands now if the
    /// message is of the game on screen.
    private func didReceive(_ bubble: Bubble) async {
        guard isActive, let sender = try? await simulation.sender(of: bubble, on: device, in: group) else { return }
        // What fails now is made up for when the app is opened the next time.
        guard let opened = try? await report(bubble, from: sender), opened.session.id == view?.id else { return }
        await show(opened.session)
    }
}
