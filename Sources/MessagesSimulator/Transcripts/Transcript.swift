import BoardDrawings
package import RoundtableModel

/// The transcript of a conversation on one device.
package struct Transcript: Sendable, Equatable {
    package let device: SimulatedDevice.ID
    /// The owner's names for the others.
    package var names = AddressBook()
    /// Whether the device has the app, which draws live bubbles.
    package var hasApp = true
    /// The content of live bubbles, by the app that draws them.
    package internal(set) var live: [Bubble.ID: LiveContent] = [:]
    /// All that have arrived, in full or shrunk, from top to bottom; a person may have saved any of them.
    package private(set) var bubbles: [Bubble] = []

    package init(device: SimulatedDevice.ID) { self.device = device }

    package var owner: Person { device.owner }

    /// Puts a bubble at the bottom; the bubble of its session before it shrinks to a summary line where it stood.
    package mutating func receive(_ bubble: Bubble) {
        for older in bubbles where older.session == bubble.session { live[older.id] = nil }
        bubbles.append(bubble)
    }

    /// Whether only the summary line is left of a bubble, because a newer one of its session has arrived.
    package func isSummary(_ bubble: Bubble) -> Bool {
        let newer = bubbles.drop { $0.id != bubble.id }.dropFirst()
        return newer.contains { $0.session == bubble.session }
    }

    /// The part that is on screen at the end of a long transcript: its last bubbles.
    package func suffix(_ count: Int) -> Transcript {
        var transcript = self
        transcript.bubbles = bubbles.suffix(count)
        return transcript
    }

    /// Whether a bubble has arrived, in full or shrunk.
    package func contains(_ bubble: Bubble) -> Bool { bubbles.contains { $0.id == bubble.id } }
}

extension Transcript {
    /// The transcript as text, one line for each bubble: `– summary`, `[sender] captions`, or `[sender, live] content`.
    package var lines: [String] {
        bubbles.map { bubble in
            if isSummary(bubble) { return "– \(bubble.texts.summary.printed(with: names))" }
            let sender = name(ofSender: bubble)
            if let content = liveContent(of: bubble) {
                return "[\(sender), live] \(LiveDrawing.caption(of: content).joined(separator: " · "))"
            }
            return "[\(sender)] \(captions(of: bubble).joined().joined(separator: " · "))"
        }
    }

    /// The name of the sender of a bubble, as the owner would say it.
    package func name(ofSender bubble: Bubble) -> String {
        bubble.sender == owner ? "You" : names[bubble.sender]
    }

    /// All texts of a bubble as the owner reads or hears them.
    package func texts(of bubble: Bubble) -> [String] {
        bubble.texts.all.map { $0.printed(with: names) }
    }

    /// The titles of a bubble's picture as the owner reads them.
    package func titles(of bubble: Bubble) -> [String] {
        bubble.texts.titles.map { $0.printed(with: names) }
    }

    /// The captions of a bubble as the owner reads them, line by line.
    package func captions(of bubble: Bubble) -> [[String]] {
        bubble.texts.captions.map { line in line.map { $0.printed(with: names) } }
    }

    /// The bubbles that this device draws live: in full, and with the app to draw them.
    package var liveBubbles: [Bubble] { hasApp ? bubbles.filter { $0.isLive && !isSummary($0) } : [] }

    /// The view in the live bubble that came last.
    package var newestView: SessionView? {
        liveBubbles.last.flatMap { live[$0.id]?.view }
    }

    /// The board in the live bubble that came last, drawn with characters; no lines if there is none.
    package func liveBoard(width: Int) -> [String] {
        newestView.map { BoardDrawing(of: $0.board, width: width).lines } ?? []
    }

    /// The content of a bubble if it is drawn live here; nil if its template layout is shown.
    package func liveContent(of bubble: Bubble) -> LiveContent? {
        bubble.isLive && hasApp ? live[bubble.id, default: .loading] : nil
    }
}

/// The content of a live bubble on one device.
package enum LiveContent: Sendable, Hashable {
    /// The app has not yet seen the session.
    case loading
    /// The session as this device's owner may see it now.
    case showing(SessionView)
    /// The service doesn't show the session to the owner.
    case refused(ErrorCode)

    package var view: SessionView? {
        guard case .showing(let view) = self else { return nil }
        return view
    }
}
