import Foundation
import MessagesSimulator
import RoundtableModel
import RoundtableClient

/// Somebody loses the phone with the credential in it, and gets the seat back because friends know who asks.
struct LostPhoneConversation {
    private let stage: DemoStage
    private let amber: App
    /// Ben's, on the phone that he loses.
    private let lost: App
    private let chris: App
    private let dana: App

    init(on service: URL, _ screen: DemoScreen) async {
        stage = await DemoStage(["Amber", "Ben", "Chris", "Dana"], on: service, screen)
        amber = await stage.app(of: "Amber")
        lost = await stage.app(of: "Ben", on: "old phone")
        chris = await stage.app(of: "Chris")
        dana = await stage.app(of: "Dana")
    }

    func play() async throws {
        try await buildTogether()
        let ben = try await comeBackAsAStranger()
        try await ask(from: ben)
        try await vouch(for: ben)
        try await wait(for: ben)
        let bubble = try await goOn(with: ben)
        try await link()
        try stage.tellPage(of: bubble, "Ben’s last message")
    }

    // MARK: The story

    private func buildTogether() async throws {
        try await stage.begin("ice-cream", move: "Base=base02", by: lost)
        for app in [amber, chris, dana] { try await app.tap() }
        try await stage.play("Scoops=scoops02", by: amber)
        for app in [chris, lost] { try await app.tap() }
        let bubble = try await stage.play("Topping=topping02", by: chris)
        try await lost.tap()
        try await stage.expect(bubble, says: "Chris likes Cherries!", on: dana)
        try await stage.show(
            "Ben, Amber and Chris build an ice cream; Dana looks on.",
            "Whoever taps a message tells the service who sent it: so the phones learned who Ben is.",
            on: [lost, amber, chris])
    }

    private func comeBackAsAStranger() async throws -> App {
        let ben = await stage.app(of: "Ben", on: "new phone")
        try await amber.tap()
        try await amber.nudge()
        try await stage.send(from: amber)
        let view = try await ben.tap().session
        try stage.expect(view.you == nil, or: "A new phone has a seat by looking at a message.")
        try await stage.show(
            "Ben loses his phone. On the new one he taps Amber’s message.",
            "The app’s credential is gone with the old phone: to the service he is somebody else.",
            on: [ben, amber, chris],
            inTheApps: [line(view), line(try await amber.refresh()), line(try await chris.refresh())])
        return ben
    }

    private func ask(from ben: App) async throws {
        try await ben.act(.reclaim) { $0.seat = 0 }
        let bubble = try await stage.send(from: ben)
        try await stage.expect(bubble, says: "Ben asks for a seat back", on: amber)
        try await expectClaim(of: 0, on: amber)
        try await stage.show(
            "Ben asks for his seat, by a message to everybody.",
            "Messages writes his name, because the message comes from him; the service still takes nobody’s word.",
            on: [ben, amber, chris])
    }

    private func vouch(for ben: App) async throws {
        try await dana.tap()
        try await expectClaim(of: 0, on: dana)
        try await amber.tap()
        try await expectClaim(of: 1, on: dana)
        try await chris.tap()
        let claim = try await expectClaim(of: 2, on: dana)
        try stage.expect(claim.until != nil, or: "Two vouch, and the claim still waits.")
        let views = [try await ben.refresh(), try await amber.refresh(), try await lost.refresh()]
        try stage.expect(
            views[0].you == nil && views[2].you == 0,
            or: "The seat has changed hands before the time for a veto was over.")
        try await stage.show(
            "Amber and Chris open the message. Dana does, too, but has no seat.",
            "Their phones know the sender as the player who took the waffle cone; his old one knows both: "
                + "two vouch for him.",
            on: [ben, amber, lost], inTheApps: views.map(line),
            findings: [
                "Until the time for a veto is over, Ben sees what a bystander sees.",
                "Whoever has the old phone (at the right) sees the claim, and could object.",
            ])
    }

    private func wait(for ben: App) async throws {
        let id = try await ben.refresh().id
        let local = await ben.conversation().local
        for try await view in ben.client.changes(of: id, as: local, wait: 10) where view.you != nil {
            try stage.expect(
                view.you == 0 && view.message?.summaryText == "You are back in the game" && view.claims == [],
                or: "After the claim the new phone has seat \(view.you ?? -1).")
            break
        }
        let views = [try await ben.refresh(), try await amber.refresh(), try await lost.refresh()]
        try stage.expect(views[2].you == nil, or: "The lost phone still has the seat.")
        try await stage.show(
            "Nobody objects, and the seat is Ben’s again. (Here it took seconds; it is a day.)",
            "The lost phone looks on like anybody else.",
            on: [ben, amber, lost], inTheApps: views.map(line))
    }

    private func goOn(with ben: App) async throws -> Bubble {
        let bubble = try await stage.play("Topping=topping01", by: ben)
        try await amber.tap()
        try await chris.tap()
        for app in [amber, chris, dana] { try await stage.expect(bubble, says: "Ben likes Sprinkles!", on: app) }
        try await stage.expectNamesOnly(on: [amber, chris, dana, ben])
        try await stage.show(
            "Ben adds sprinkles, from the new phone and with the old seat.", on: [ben, amber, chris],
            findings: ["Two friends who know him, and no objection: no password, no support."])
        return bubble
    }

    private func link() async throws {
        let tablet = await stage.app(of: "Chris", on: "tablet")
        try await chris.nudge()
        try await stage.send(from: chris)
        let opened = try await tablet.tap()
        try stage.expect(
            opened.session.you == nil && opened.tapped.hint == .sentByYou,
            or: "Nobody tells the tablet that Chris has sent this from another device.")
        try await tablet.enter(linkCode: try await chris.showLinkCode())
        let views = [try await tablet.refresh(), try await chris.refresh()]
        try stage.expect(
            views[0].you != nil && views[1].you == views[0].you,
            or: "After the link code the tablet has no seat, or another one than the phone.")
        try await stage.show(
            "Who still has the old phone needs no witnesses: Chris’s tablet enters a code that his phone shows.",
            "The service had a hint: the tablet says that its owner sent what another player made.",
            on: [tablet, chris], inTheApps: views.map(line), findings: ["Phone and tablet share the seat from now on."])
    }

    // MARK: What the apps say

    private func line(_ view: SessionView) -> String {
        let place = view.you == nil ? "You look on." : "You play."
        let claims = view.claims.map { claim in
            let standing = "\(claim.vouches) of \(claim.needed) vouch"
            let whose = claim.seat == view.you ? "Your seat" : "Ben’s seat"
            return "\(whose) is claimed: \(standing)\(claim.until == nil ? "." : ", and it is open to a veto.")"
        }
        return ([place] + claims).joined(separator: " ")
    }

    @discardableResult
    private func expectClaim(of vouches: Int, on app: App) async throws -> SessionView.Claim {
        let claims = try await app.refresh().claims
        guard let claim = claims.first, claims.count == 1, claim.seat == 0, claim.vouches == vouches else {
            throw LabError(description: "Instead of a claim with \(vouches) vouches there is \(claims).")
        }
        return claim
    }
}
