import Foundation
import RoundtableClient
import RoundtableModel

extension MessagesGame {
    /// Fetches what a message's layout names, and fills a bubble with all of it.
    ///
    /// A bubble without its picture is better than none: the texts say it all.
    func fill(_ message: Message) async -> OutgoingBubble {
        if let address = message.layout.mediaURL, let file = try? await download(address, for: message.token) {
            return OutgoingBubble(message: message, mediaFile: file)
        }
        let picture = message.layout.image == nil ? nil : try? await client.picture(of: message.token)
        return OutgoingBubble(message: message, picture: picture)
    }

    /// NB: Messages tells a sound from a video by the file's extension.
    private func download(_ address: URL, for token: MessageToken) async throws -> URL {
        let answer = try await settings.transport.send(TransportRequest(method: "GET", url: address))
        guard answer.status == 200 else { throw CocoaError(.fileReadUnknown) }
        let file = FileManager.default.temporaryDirectory
            .appending(component: token.rawValue).appendingPathExtension(address.pathExtension)
        try answer.body.write(to: file, options: .atomic)
        return file
    }
}
