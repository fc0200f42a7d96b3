import RoundtableClient
import RoundtableModel

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
        guard !isOnline(device) else { return }
        for await happening in happenings where happening == .connected { return }
    }
}
