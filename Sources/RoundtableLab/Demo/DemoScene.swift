import ArgumentParser
import Foundation

enum DemoScene: String, CaseIterable, ExpressibleByArgument {
    case iceCream = "ice-cream"
    case reclaim
    case chess
    case crazyEights = "crazy-eights"
    case seaBattle = "sea-battle"
    case days

    var title: String {
        switch self {
        case .iceCream: "Roundtable: an ice cream for three"
        case .reclaim: "Roundtable: a lost phone"
        case .chess: "Roundtable: the Opera Game"
        case .crazyEights: "Roundtable: crazy eights, each with their own hand"
        case .seaBattle: "Roundtable: sea battle under fog"
        case .days: "Roundtable: a game over three days"
        }
    }

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
        case .chess:
            """
            Paris, 1858: Paul Morphy plays the Duke of Brunswick at the opera. Messages is simulated, its
            bubbles are live: each phone draws the board from its owner’s view. The Count has no app.
            """
        case .crazyEights:
            """
            Amber, Ben and Chris play cards in a group conversation. Messages is simulated, its bubbles are
            live: each phone draws the table from its owner’s view. What it must not show, it is never sent.
            """
        case .seaBattle:
            """
            Amber and Ben have a fleet each. Messages is simulated, its bubbles are live: each phone draws
            both seas from its owner’s view. █ ship, ✕ hit, ▓ sunk, ○ miss, ░ fog.
            """
        case .days:
            """
            Amber and Ben have a day for each turn. Messages is simulated, and so are their notifications: what
            the service sends stands below each phone. The demo moves the service’s clock instead of waiting.
            """
        }
    }

    /// Plays the scene with a service that was started with these notices and this clock. Throws a `LabError` if the
    /// service does something else than the scene expects.
    func play(
        on service: URL, _ screen: DemoScreen, _ notices: DeviceNotices, _ clock: MovableClock
    ) async throws {
        switch self {
        case .iceCream: try await IceCreamConversation(on: service, screen).play()
        case .reclaim: try await LostPhoneConversation(on: service, screen).play()
        case .chess: try await ChessConversation(on: service, screen).play()
        case .crazyEights: try await CrazyEightsConversation(on: service, screen).play()
        case .seaBattle: try await SeaBattleConversation(on: service, screen).play()
        case .days: try await DaysConversation(on: service, screen, notices, clock).play()
        }
    }
}
