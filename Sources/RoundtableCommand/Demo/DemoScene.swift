import ArgumentParser

/// What the demo plays.
enum DemoScene: String, CaseIterable, ExpressibleByArgument {
    case iceCream = "ice-cream"
    case reclaim

    /// What is to be seen.
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

    /// How long a veto may take, in seconds: in the demo nobody waits for a day.
    var reclaimSeconds: Int { 3 }

    /// Plays it round the service on a port of this machine.
    ///
    /// - Throws: `DemoError`, if the service does not do what it promises.
    func play(servedAt port: Int, on screen: DemoScreen) async throws {
        switch self {
        case .iceCream: try await IceCreamConversation(servedAt: port, on: screen).play()
        case .reclaim: try await LostPhoneConversation(servedAt: port, on: screen).play()
        }
    }
}
