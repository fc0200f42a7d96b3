import SwiftUI

/// The containing app, which only says where the game is played.
@main
struct IceCreamApp: App {
    var body: some Scene {
        WindowGroup {
            Text("Open a conversation in Messages and choose this app there.").multilineTextAlignment(.center).padding()
        }
    }
}
