import BoardDrawings
package import RoundtableModel

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

extension Transcript {
    /// The bubbles that this device draws live: in full, and with the app to draw them.
    package var liveBubbles: [Bubble] {
        guard hasApp else { return [] }
        return entries.compactMap { entry in
            guard case .bubble(let bubble) = entry, bubble.isLive else { return nil }
            return bubble
        }
    }

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
