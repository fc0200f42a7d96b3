import RoundtableClient
import RoundtableMessages
import RoundtableModel
import TestSupport

@testable import MessagesSimulator

/// A view controller of an extension that is made with the kit, as the simulator's Messages makes it.
@MainActor
final class KitInstance: MessagesHost, AppInstance {
    let game: MessagesGame
    /// NB: the phone lets its instances go when it is killed.
    private let phone: KitPhone
    private(set) var style: PresentationStyle

    init(_ style: Presentation, on phone: KitPhone, in process: MessagesExtension) {
        self.phone = phone
        self.style = PresentationStyle(style)
        game = MessagesGame(in: process)
    }

    // MARK: What Messages calls

    func willBecomeActive(with selected: HandedBubble?) {
        game.willBecomeActive(selected.map { IncomingBubble($0) }, in: self)
    }

    func willResignActive() { game.willResignActive() }
    func willTransition(to style: Presentation) { game.willTransition(to: PresentationStyle(style)) }

    func didTransition(to style: Presentation) {
        self.style = PresentationStyle(style)
        game.didTransition(to: self.style)
    }

    func didSelect(_ selected: HandedBubble) { game.didSelect(IncomingBubble(selected)) }
    func didReceive(_ received: HandedBubble) { game.didReceive(IncomingBubble(received)) }
    func didStartSending(_ bubble: HandedBubble) { game.didStartSending(IncomingBubble(bubble)) }
    func didCancelSending(_ bubble: HandedBubble) { game.didCancelSending(IncomingBubble(bubble)) }

    // MARK: What Messages offers

    var people: Conversation? { phone.screen.people }

    func makeSession() -> RoundtableMessages.BubbleSession { BubbleSession(Thread()) }

    func insert(_ bubble: OutgoingBubble, in session: RoundtableMessages.BubbleSession) async throws {
        try await stage(bubble, in: session)
        await phone.screen.update()
    }

    func send(_ bubble: OutgoingBubble, in session: RoundtableMessages.BubbleSession) async throws {
        try await stage(bubble, in: session)
        _ = try await phone.world.send(from: phone.device, in: phone.group)
        await phone.screen.update()
    }

    func requestCompactPresentation() { phone.screen.request(.compact, by: self) }
    func requestExpandedPresentation() { phone.screen.request(.expanded, by: self) }
    func dismiss() { phone.screen.closeApp() }

    private func stage(_ bubble: OutgoingBubble, in session: RoundtableMessages.BubbleSession) async throws {
        if let error = phone.insertError { throw error }
        guard let thread = session.object as? Thread else { throw SimulationError.foreignBubble }
        let started = await phone.world.makeSession()
        let number = thread.session ?? started
        thread.session = number
        await phone.world.stage(bubble.message, as: number, on: phone.device, in: phone.group)
    }
}

/// Stands for an `MSSession` object.
private final class Thread {
    var session: TranscriptSession?

    init(_ session: TranscriptSession? = nil) { self.session = session }
}

extension IncomingBubble {
    fileprivate init(_ handed: HandedBubble) {
        self.init(
            token: MessageToken(in: handed.bubble.url), sender: handed.sender,
            session: BubbleSession(Thread(handed.bubble.session)))
    }
}

extension PresentationStyle {
    fileprivate init(_ style: Presentation) {
        self =
            switch style {
            case .compact: .compact
            case .expanded: .expanded
            case .transcript: .transcript
            }
    }
}
