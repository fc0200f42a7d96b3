/// The quota of a player, an address or a session that is used up, for programs: with `rate_limited`, and with
/// `quota_exceeded` where what is kept is counted in bytes.
public enum Quota: String, GrowingVocabulary, CaseIterable {
    /// Requests of a credential or an address in a minute.
    case requests
    /// Players made from an address.
    case players
    /// Sessions that the player has created: too many in a short time, or that are not over.
    case sessions
    /// Drafts of the player.
    case drafts
    /// Fresh messages of the player.
    case freshMessages
    /// Open claims of the player.
    case claims
    /// Devices of the player that sessions have heard of for the first time.
    case devices
    /// Reads that are held until something changes.
    case heldReads
    /// Streams that are open.
    case streams
    /// Streams that the pages of messages follow.
    case pageStreams
    /// Pictures that wait to be drawn.
    case pictures
    /// Wrong link codes that the player has entered.
    case linkCodes
    /// Bytes of a session's history.
    case sessionBytes
    /// Bytes that the player leaves behind on one day.
    case playerBytes
    /// A quota that came later.
    case unknown
}
