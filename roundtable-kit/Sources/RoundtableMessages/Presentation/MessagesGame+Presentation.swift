extension MessagesGame {
    /// Messages is about to change the style.
    ///
    /// When a person taps a bubble while the app is compact, Messages calls this method first, then ``didSelect(_:)``,
    /// then ``didTransition(to:)``. Should the last one not come, the transition is over after a few seconds.
    public func willTransition(to style: PresentationStyle) {
        transition?.cancel()
        nextStyle = style
        transition = Task { [weak self, limit = owner.limits.transition] in
            guard (try? await Task.sleep(for: limit)) != nil, let self else { return }
            didTransition(to: host?.style ?? self.style)
        }
    }

    /// Messages has changed the style.
    public func didTransition(to style: PresentationStyle) {
        let wanted = wantedStyle
        endTransition()
        self.style = style
        if let wanted, wanted != style { request(wanted) }
    }

    /// Forgets a transition, and the style that was asked for meanwhile.
    func endTransition() {
        transition?.cancel()
        (transition, nextStyle, wantedStyle) = (nil, nil, nil)
    }

    /// Asks Messages for almost the whole screen, such as before the person types text.
    ///
    /// In a live bubble, this opens the app with the bubble's message.
    public func requestExpandedPresentation() { request(.expanded) }

    /// Asks Messages to show the transcript and the input field beside the app. A live bubble is part of the
    /// transcript, and asks for nothing.
    public func requestCompactPresentation() {
        if style != .transcript { request(.compact) }
    }

    /// Closes the app; the person gets the keyboard back.
    public func dismiss() { host?.dismiss() }

    /// Asks for a style. During a transition, the request waits until the transition is over.
    private func request(_ style: PresentationStyle) {
        guard nextStyle == nil else { return wantedStyle = style }
        switch style {
        case .compact: host?.requestCompactPresentation()
        case .expanded: host?.requestExpandedPresentation()
        case .transcript: break
        }
    }
}

/// The ways in which Messages shows an app, named as in `MSMessagesAppPresentationStyle`.
public enum PresentationStyle: Hashable, Sendable {
    /// In the place of the keyboard, below the transcript. No text can be typed here.
    case compact
    /// Over almost the whole screen, with a keyboard for text fields.
    case expanded
    /// As a live bubble in the transcript, next to other bubbles that are instances of their own.
    case transcript
}
