public import Foundation
public import RoundtableModel

extension RoundtableClient {
    /// Reports a tapped message and its sender, and brings the truth and what was missed.
    ///
    /// Call it whenever the app becomes active with a selected message: reports are how the service learns who is who.
    public func open(_ token: MessageToken, _ request: OpenRequest) async throws(RoundtableError) -> Opened {
        try await answer(to: .post(request, to: ["v1", "messages", token.rawValue, "open"]))
    }

    /// Commits a draft: `didStartSending` was called with its message.
    @discardableResult
    public func reportSent(
        _ token: MessageToken, _ request: SentRequest = SentRequest()
    ) async throws(RoundtableError) -> Sent {
        try await answer(to: .post(request, to: ["v1", "messages", token.rawValue, "sent"]))
    }

    /// Drops a draft: `didCancelSending` was called with its message, or sending it failed.
    ///
    /// Refused with `already_committed` if the move stands; the service then knows that its bubble is missing.
    @discardableResult
    public func cancel(
        _ token: MessageToken, _ request: CancelRequest = CancelRequest()
    ) async throws(RoundtableError) -> Cancelled {
        try await answer(to: .post(request, to: ["v1", "messages", token.rawValue, "cancel"]))
    }

    /// Fetches the message's picture, a PNG of 900×900 pixels, for `MSMessageTemplateLayout.image`.
    public func picture(of token: MessageToken) async throws(RoundtableError) -> Data {
        try await response(to: .get(["m", "\(token.rawValue).png"]).byAnybody).body
    }

    /// Fetches the web page that people without the app see, as HTML.
    public func page(of token: MessageToken) async throws(RoundtableError) -> String {
        String(decoding: try await response(to: .get(["m", token.rawValue]).byAnybody).body, as: UTF8.self)
    }
}

extension MessageToken {
    /// Finds the token in the URL of a tapped message, or nil if the message isn't one of the service's.
    ///
    /// NB: anybody can send a message with any URL, so nothing that could mean another path is let through.
    public init?(in url: URL?) {
        guard let components = url?.pathComponents, let last = components.last,
            components.dropLast().last == "m", last.wholeMatch(of: /[A-Za-z0-9_~-][A-Za-z0-9._~-]*/) != nil
        else { return nil }
        self.init(rawValue: last)
    }
}
