import ArgumentParser
import Foundation

/// The scenes of the demo.
enum DemoScene: String, CaseIterable, ExpressibleByArgument {
    case iceCream = "ice-cream"
    case reclaim

    /// The title of the scene.
    var title: String {
        switch self {
        case .iceCream: "Roundtable: an ice cream for three"
        case .reclaim: "Roundtable: a lost phone"
        }
    }

    /// Who is there.
    var people: String {
        switch self {
        case .iceCream:
            """
            Amber, Ben and Chris are in a group conversation. Messages is simulated: each phone has identifiers
            and names of its own for the others, and in Ben’s contacts his sister Amber is “Sis”.
            """
        case .reclaim:
            """
            Amber, Ben, Chris and Dana are in a group conversation. Messages is simulated: each phone has
            identifiers of its own for the others, and the app keeps a credential on the phone. Ben loses his.
            """
        }
    }

    /// Plays it round a service.
    ///
    /// - Throws: `DemoError`, if the service does not do what it promises.
    func play(on service: URL, _ screen: DemoScreen) async throws {
        switch self {
        case .iceCream: try await IceCreamConversation(on: service, screen).play()
        case .reclaim: try await LostPhoneConversation(on: service, screen).play()
        }
    }
}
