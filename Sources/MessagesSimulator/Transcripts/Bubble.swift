package import Foundation
import RoundtableClient
package import RoundtableModel

/// Stands for an `MSSession`: of the bubbles that share one, only the newest is shown in full.
package struct TranscriptSession: Hashable, Sendable {
    let number: Int
}

/// An `MSMessage` on its way or in a transcript.
package struct Bubble: Hashable, Sendable, Identifiable {
    /// Tells this bubble from another one with the same content.
    package struct ID: Hashable, Sendable {
        let number: Int
    }

    package let id: ID
    /// Who sent it, or is about to.
    package let sender: Person
    /// The address that it was sent from, if not the usual one.
    package let handle: String?
    /// Which bubbles it replaces.
    package let session: TranscriptSession
    /// The message's URL, which the app gets when it is tapped.
    package let url: URL
    /// The captions and titles; of a live one, those of its alternate layout.
    package let texts: BubbleTexts
    /// Whether it has an `MSMessageLiveLayout`: each device that has the app draws it from the session's current view.
    package let isLive: Bool
}

extension Bubble {
    /// The token in its URL.
    ///
    /// - Throws: `foreignBubble`, if the URL is none of the service's.
    var token: MessageToken {
        get throws(SimulationError) {
            guard let token = MessageToken(in: url) else { throw .foreignBubble }
            return token
        }
    }
}

/// All texts of a bubble, after substitution.
package struct BubbleTexts: Hashable, Sendable {
    /// The captions, line by line: caption and trailing caption, subcaption and trailing subcaption.
    package let captions: [[StagedText]]
    /// Title and subtitle of the picture.
    package let titles: [StagedText]
    /// The summary that is left of it once a newer bubble has taken its place.
    package let summary: StagedText
    /// The text that VoiceOver reads.
    package let accessibilityLabel: StagedText

    package var all: [StagedText] { captions.joined() + titles + [summary, accessibilityLabel] }

    /// Stages a message's texts on the device that knows these identifiers.
    package init(_ message: GameMessage, knowing identifiers: Identifiers) {
        let layout = message.layout
        func staged(_ texts: String?...) -> [StagedText] {
            texts.compactMap { $0.map { StagedText($0, knowing: identifiers) } }
        }
        captions = [
            staged(layout.caption, layout.trailingCaption), staged(layout.subcaption, layout.trailingSubcaption),
        ].filter { !$0.isEmpty }
        titles = staged(layout.imageTitle, layout.imageSubtitle)
        summary = StagedText(message.summaryText, knowing: identifiers)
        accessibilityLabel = StagedText(message.accessibilityLabel, knowing: identifiers)
    }
}

extension Bubble.ID: CustomStringConvertible {
    /// The number by which a page refers to the bubble.
    package var description: String { "\(number)" }
}

/// A text of a message as it leaves the sending device: identifiers that this device knows have become people.
package struct StagedText: Hashable, Sendable {
    enum Run: Hashable, Sendable {
        case text(String)
        case name(Person)
    }

    let runs: [Run]

    /// Replaces each `$UUID` that the sending device knows, literally; all others stay as they are.
    package init(_ text: String, knowing identifiers: Identifiers) {
        var runs: [Run] = []
        var words = ""
        var rest = Substring(text)
        while let character = rest.popFirst() {
            if character == "$", let person = identifiers.person(spelled: rest.prefix(Self.uuidLength)) {
                runs += [.text(words), .name(person)]
                words = ""
                rest.removeFirst(Self.uuidLength)
            } else {
                words.append(character)
            }
        }
        self.runs = runs + [.text(words)]
    }

    /// The text as a reader sees it, with the names that they know.
    package func printed(with names: AddressBook) -> String {
        runs.map { run in
            switch run {
            case .text(let text): text
            case .name(let person): names[person]
            }
        }.joined()
    }

    private static let uuidLength = 36
}
