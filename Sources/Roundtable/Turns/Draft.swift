package import Foundation
package import GameRules

/// A proposal that was found good and composed, but whose message may not have been sent.
package struct Draft: Sendable {
    package enum Status: String, CaseIterable, Sendable {
        /// Its author sees it and may still send it.
        case live
        /// Its author made another one. Hidden, but it counts if its bubble turns out to have been sent.
        case replaced
        /// Its author took it back: final.
        case cancelled
        /// It counts: see `committedRevision`.
        case committed
        /// Its bubble was sent, but the game had moved on.
        case overtaken
    }

    package let id: DraftID
    @Boxed package private(set) var proposal: Proposal
    package let player: PlayerID
    /// The texts of its message, as those of an event: what VoiceOver says of the board follows from its decision.
    @Boxed package private(set) var texts: MessageTexts
    /// The revision that its event would have had when it was made.
    package let expectedRevision: Int
    package let createdAt: Date
    /// Until when its author is shown it.
    package let expiresAt: Date
    package var status: Status = .live
    package var committedRevision: Int?

    package init(
        id: DraftID, proposal: Proposal, player: PlayerID, texts: MessageTexts, expectedRevision: Int,
        createdAt: Date, expiresAt: Date
    ) {
        self.id = id
        self.proposal = proposal
        self.player = player
        self.texts = texts
        self.expectedRevision = expectedRevision
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }
}

extension Draft {
    /// Whether it is still its author's to send, unless the session has moved on.
    func isLive(at now: Date) -> Bool { status == .live && expiresAt > now }

    /// Whether its session begins by it.
    package var isOpening: Bool { proposal.intent.isOpening }

    /// A draft of what was decided just now. Its ID is its request's, so that a repetition makes no other draft.
    init(
        of proposal: Proposal, as decision: Decision, by request: MessageRequest, _ id: RequestID, at now: Date,
        _ context: ServiceContext
    ) {
        self.init(
            id: DraftID(id.uuid), proposal: proposal.with(moveOf: decision.event), player: request.player,
            texts: decision.event.details.texts,
            expectedRevision: decision.event.revision, createdAt: now,
            expiresAt: now.adding(seconds: context.limits.draftSeconds))
    }
}
