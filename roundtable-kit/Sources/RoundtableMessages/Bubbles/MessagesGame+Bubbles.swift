import Foundation
import RoundtableClient
import RoundtableModel

extension MessagesGame {
    /// Fetches what a message's layout names, and fills a bubble with all of it.
    ///
    /// A bubble without its picture is better than none: the texts say it all.
    func fill(_ message: GameMessage) async -> OutgoingBubble {
        if let address = message.layout.mediaURL, settings.allowsMedia(at: address),
            let file = try? await within(owner.limits.media, { try await self.download(address) })
        {
            owner.keep(mediaFile: file)
            return OutgoingBubble(message: message, mediaFile: file)
        }
        let picture = message.layout.image == nil ? nil : try? await client.picture(of: message.token)
        return OutgoingBubble(message: message, picture: picture)
    }

    /// Fetches a sound or video into a file of its own, which no other download writes to.
    ///
    /// NB: Messages tells a sound from a video by the file's extension.
    private func download(_ address: URL) async throws -> URL {
        let answer = try await settings.transport.stream(TransportRequest(method: "GET", url: address))
        guard answer.head.status == 200 else { throw CocoaError(.fileReadUnknown) }
        var content = Data()
        for try await chunk in answer.chunks {
            content += chunk
            guard content.count <= MessagesExtension.Settings.longestMedia else { throw CocoaError(.fileReadTooLarge) }
        }
        let file = FileManager.default.temporaryDirectory
            .appending(component: "\(UUID())").appendingPathExtension(address.pathExtension)
        try content.write(to: file, options: .atomic)
        return file
    }
}

extension MessagesExtension.Settings {
    /// The most bytes of a sound or video: more belongs into no bubble.
    static let longestMedia = 5_000_000

    /// Whether a sound or video may be fetched from an address. Another player may have named it, and whoever answers
    /// there learns who plays: so its host must be one that the app allows, and the way there as safe as to the
    /// service.
    fileprivate func allowsMedia(at address: URL) -> Bool {
        guard let host = address.host()?.lowercased(), [service.scheme, "https"].contains(address.scheme) else {
            return false
        }
        return host == service.host()?.lowercased() || mediaHosts.contains { $0.lowercased() == host }
    }
}
