package import RoundtableModel
import RoundtableClient

extension App {
    /// Shows a code on this device, to be typed on another one of its owner's.
    package func showLinkCode() async throws -> String {
        try await activate()
        return try await client.makeLinkCode().code
    }

    /// Types a code that another device shows, and so becomes a device of that player.
    @discardableResult
    package func enter(linkCode: String) async throws -> PlayerID {
        try await activate()
        return try await client.link(LinkRequest(code: linkCode)).player
    }
}
