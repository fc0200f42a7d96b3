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
    func explain(_ error: any Error) {}
}
