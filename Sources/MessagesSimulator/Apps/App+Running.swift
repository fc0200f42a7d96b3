import RoundtableClient
import RoundtableModel

extension App {
    /// Does what the extension does by itself while the conversation is on screen, until the task is cancelled: draws
    /// the live bubbles, each from the session's current view, and tells the open app what arrives.
    private func run(as happenings: AsyncStream<Happening>) async {
        guard await simulation[device].hasApp else { return }
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

/// The app's view in one visible bubble.
struct LiveBubble: Sendable {
    let bubble: Bubble
    let app: App

    /// Draws the bubble until it has shrunk.
    func run(while isVisible: AsyncStream<Never>) async {
        await withTaskGroup { group in
            group.addTask { for await _ in isVisible {} }
            group.addTask { await follow() }
            await group.next()
            group.cancelAll()
        }
    }

    private func follow() async {
        do {
            let id = try await open()
            for try await view in await app.feed.views(of: id, as: await app.conversation().local) {
                await draw(.showing(view))
            }
        } catch {
            if let code = (error as? RoundtableError)?.code { await draw(.refused(code)) }
        }
    }

    /// Reports the bubble with its sender, which makes its owner somebody who may read the session; waits for the
    /// network.
    private func open() async throws -> SessionID {
        while true {
            do {
                let sender = try await app.simulation.sender(of: bubble, on: app.device, in: app.group)
                let opened = try await app.report(bubble, from: sender)
                await draw(.showing(opened.session))
                return opened.session.id
            } catch RoundtableError.unreachable {
                await app.simulation.untilConnected(app.device, in: app.group)
                // The device may be online and the service away.
                try await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    private func draw(_ content: LiveContent) async {
        await app.simulation.draw(content, in: bubble, on: app.device, in: app.group)
    }
}

extension Simulation {
    /// Draws a live bubble, unless it has shrunk.
    func draw(_ content: LiveContent, in bubble: Bubble, on device: SimulatedDevice.ID, in group: Group.ID) {
        guard self[device, group].transcript.liveBubbles.contains(bubble) else { return }
        self[device, group].transcript.live[bubble.id] = content
        tell(.drawn(bubble.id), to: device, in: group)
    }

    func untilConnected(_ device: SimulatedDevice.ID, in group: Group.ID) async {
        let happenings = happenings(on: device, in: group)
        guard !self[device].isOnline else { return }
        for await happening in happenings where happening == .connected { return }
    }
}
