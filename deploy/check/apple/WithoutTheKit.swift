// What docs/app.md leaves to the reader.
import Foundation
import RoundtableModel

let serviceURL = URL(filePath: "/")

enum Keychain {
    static var credential: Credential? { get async { nil } }
    static func keep(_ credential: Credential) async {}
}

@MainActor
extension MessagesViewController {
    func draw(_ view: SessionView, animating events: [EventView]) {}
    /// A file with the URL's extension, by which Messages tells a sound from a video.
    func download(_ url: URL?) async -> URL? { nil }
    func explain(_ error: any Error) {}
}
