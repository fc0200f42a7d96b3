import RoundtableModel
import RoundtableClient

/// The actions of a crowd, in numbers.
struct Tally: Sendable {
    var steps = 0
    /// The number of times that somebody set about something, also in vain.
    var attempts = 0
    /// The number of refusals of the service, by code.
    var refusals: [String: Int] = [:]
    /// The number of bubbles that were sent in each game.
    private(set) var bubbles: [TranscriptSession: Int] = [:]
    /// Mentions in the texts of sent messages, by how many messages the game had had.
    private(set) var mentions = NameShares()
    /// Others' seats in the views of all devices, by how many messages the game had had.
    private(set) var seats = NameShares()
    /// The bubbles of each game.
    private(set) var bubblesOf: [SessionID: TranscriptSession] = [:]
}

extension Tally {
    /// Counts a bubble that is being sent, and the mentions that everybody reads in it.
    mutating func note(_ bubble: Bubble, of session: SessionID?) {
        bubbles[bubble.session, default: 0] += 1
        if let session { bubblesOf[session] = bubble.session }
        for text in bubble.texts.captions.joined() + [bubble.texts.summary] {
            for mention in Mention.all(in: text) {
                mentions.note(mention.name.isContact, after: bubbles[bubble.session, default: 0])
            }
        }
    }

    /// Counts the seats of others that devices could name in a message now.
    mutating func note(_ survey: Survey) {
        guard let session = bubblesOf[survey.session], let count = bubbles[session] else { return }
        for look in survey.looks.values {
            for seat in look.view.seats where seat.state == .taken && !seat.you {
                seats.note(seat.participant != nil, after: count)
            }
        }
    }
}
