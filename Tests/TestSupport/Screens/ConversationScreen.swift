package import MessagesSimulator
package import RoundtableModel

/// A conversation on a device's screen: Messages, as far as it makes instances of the app, calls them, and lets them
/// go.
///
/// It keeps Apple's order. If a bubble is tapped while the app is compact, the app hears `willTransition`, `didSelect`
/// and `didTransition`. A live bubble hears of no other bubble; a tap on it does nothing by itself.
@MainActor
package final class ConversationScreen {
    package let world: Simulation
    package let device: SimulatedDevice.ID
    package let group: Group.ID
    /// The people of the conversation, as the app gets to know them now.
    package private(set) var people: Conversation?
    package private(set) var app: (any AppInstance)?
    /// The style of the open app.
    package private(set) var style = Presentation.compact
    /// The live bubbles in sight, also the one in the input field.
    package private(set) var liveBubbles: [Bubble.ID: any AppInstance] = [:]
    /// The most live bubbles that the transcript has room for.
    package var room = 3
    /// The number of live bubbles, the newest, that are below the visible part of the transcript.
    package private(set) var scrolledBack = 0
    /// Whether Messages does nothing when it is asked for a style, as it may.
    package var ignoresRequests = false
    /// Called while the app changes its size.
    package var duringTransition: (@MainActor () async -> Void)?

    private let makeInstance: @MainActor (Presentation) -> any AppInstance
    private var known: Set<Bubble.ID> = []
    private var requests: [Task<Void, Never>] = []

    /// Shows a conversation; nothing of the app is on screen yet.
    ///
    /// - Parameter makeInstance: makes an instance of the app in a style.
    package init(
        of group: Group.ID, on device: SimulatedDevice.ID, in world: Simulation,
        makeInstance: @escaping @MainActor (Presentation) -> any AppInstance
    ) {
        self.world = world
        self.device = device
        self.group = group
        self.makeInstance = makeInstance
    }
}

// The person's acts.
extension ConversationScreen {
    /// Opens the app: expanded by a tap on a bubble, or compact from the drawer.
    package func open(_ bubble: Bubble?) async throws {
        people = await world.identifiers(on: device, in: group).conversation
        let handed: HandedBubble?
        if let bubble { handed = try await hand(bubble) } else { handed = nil }
        if let app {
            guard let handed else { return }
            guard style == .compact else { return app.didSelect(handed) }
            await transition(to: .expanded) { $0.didSelect(handed) }
        } else {
            style = bubble == nil ? .compact : .expanded
            let app = makeInstance(style)
            self.app = app
            app.willBecomeActive(with: handed)
        }
    }

    /// Drags the app to another size.
    package func drag(to style: Presentation) async {
        if app != nil, style != self.style { await transition(to: style) }
    }

    /// Closes the app; the live bubbles stay.
    package func closeApp() {
        app?.willResignActive()
        app = nil
    }

    /// Scrolls the transcript, so that so many of the newest live bubbles are below.
    package func scroll(back count: Int) async {
        scrolledBack = count
        await update()
    }

    /// Presses Send. If the app is not open, nobody is told.
    package func send() async throws -> Bubble {
        let bubble = try await world.send(from: device, in: group)
        if let app { app.didStartSending(try await hand(bubble)) }
        // Another instance draws it in the transcript.
        liveBubbles.removeValue(forKey: bubble.id)?.willResignActive()
        await update()
        return bubble
    }

    /// Removes the bubble from the input field.
    package func cancel() async throws {
        let bubble = try await world.unstage(on: device, in: group)
        app?.didCancelSending(HandedBubble(bubble: bubble, sender: nil))
        await update()
    }
}

// Requests of the instances.
extension ConversationScreen {
    /// Changes the app's style soon; a live bubble opens the app with its bubble. See ``settle()``.
    package func request(_ style: Presentation, by instance: any AppInstance) {
        guard !ignoresRequests else { return }
        let before = requests.last
        let task = Task {
            await before?.value
            if instance === app {
                await drag(to: style)
            } else if style == .expanded, let bubble = await bubble(of: instance) {
                try? await open(bubble)
            }
        }
        requests.append(task)
    }

    /// Waits until everything is done that instances have asked for.
    package func settle() async {
        while !requests.isEmpty { await requests.removeFirst().value }
    }

    private func bubble(of instance: any AppInstance) async -> Bubble? {
        guard let id = liveBubbles.first(where: { $0.value === instance })?.key else { return nil }
        return await inSight().first { $0.id == id }
    }
}

// Messages' own acts.
extension ConversationScreen {
    /// Tells the open app what has arrived, makes instances for live bubbles that have come into sight, and lets those
    /// go whose bubbles are out of sight or have shrunk to a line.
    package func update() async {
        people = await world.identifiers(on: device, in: group).conversation
        for bubble in await world.transcript(on: device, in: group).bubbles where known.insert(bubble.id).inserted {
            guard bubble.sender != device.owner, let app, let handed = try? await hand(bubble) else { continue }
            app.didReceive(handed)
        }
        let bubbles = await inSight()
        for id in Set(liveBubbles.keys).subtracting(bubbles.map(\.id)) {
            liveBubbles.removeValue(forKey: id)?.willResignActive()
        }
        for bubble in bubbles where liveBubbles[bubble.id] == nil {
            guard let handed = try? await hand(bubble) else { continue }
            let instance = makeInstance(.transcript)
            liveBubbles[bubble.id] = instance
            instance.willBecomeActive(with: handed)
        }
    }

    /// The extension's process ends in the middle of whatever it does; nobody is told.
    package func end() { (app, liveBubbles, known) = (nil, [:], []) }

    private func transition(
        to style: Presentation, _ meanwhile: @MainActor (any AppInstance) -> Void = { _ in }
    ) async {
        guard let app else { return }
        app.willTransition(to: style)
        meanwhile(app)
        await duringTransition?()
        // NB: the person may have closed the app in between.
        guard app === self.app else { return }
        self.style = style
        app.didTransition(to: style)
    }

    /// The live bubbles in the visible part of the transcript, and the one in the input field.
    private func inSight() async -> [Bubble] {
        let transcript = await world.transcript(on: device, in: group)
        let staged = await world[device, group].staged
        let visible = transcript.liveBubbles.dropLast(scrolledBack).suffix(room)
        return visible + [staged].compactMap(\.self).filter { $0.isLive && transcript.hasApp }
    }

    private func hand(_ bubble: Bubble) async throws -> HandedBubble {
        HandedBubble(bubble: bubble, sender: try await world.sender(of: bubble, on: device, in: group))
    }
}
