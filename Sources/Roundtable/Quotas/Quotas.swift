/// The quotas of one player, one address, one session and one instance: more than any people use who play in hundreds
/// of groups, and far less than a script could.
///
/// Counts of an instance by itself (``Rate`` and ``Holding``) are in memory: several instances allow as many
/// times as much, and one that starts anew knows of nothing. What the database counts holds for all of them together,
/// except for what is asked for at the same moment.
///
/// Whatever a player is charged, the address is charged that the request comes from, and each of its networks, too, and
/// has ``playersOfAddress`` times as much. So it does not help to be many players.
package struct Quotas: Sendable, Equatable {
    /// The number of players whose quotas one address has: many people may have the same network.
    package static let playersOfAddress = 5

    /// So many at once, and then as many as come back in an hour.
    package struct Rate: Sendable, Equatable {
        package var atOnce: Int
        package var anHour: Int

        package init(atOnce: Int, anHour: Int) {
            self.atOnce = atOnce
            self.anHour = anHour
        }
    }

    /// The number of requests that may be held at the same moment.
    package struct Holding: Sendable, Equatable {
        /// Of a player: several bubbles on several devices.
        package var ofPlayer = 16
        /// About a session, of those who look on without a seat: they take nothing from those who play.
        package var ofSession = 512
        /// From an address: a network of many people.
        package var ofAddress = 1024
        /// Of all, so that connections are left for those who only ask.
        package var ofInstance = 16_384
    }

    /// Sessions that a player has created and that are not over; counted by the database.
    package var unfinishedSessions = 500
    /// Open claims of a player, who may have lost the seats of all their games; counted by the database.
    package var openClaims = 500

    /// Bytes of a session's history: two hundred turns of the open game with whole states of 64 KiB, or some ten
    /// thousand of ordinary games.
    package var sessionBytes = 16 << 20
    /// Bytes that a player leaves behind on one day, in all sessions; counted by the database, see ``ByteCharge``. Those
    /// of an address are counted here, byte by byte.
    package var playerBytes = 64 << 20

    /// Players made from an address, which may be that of a school.
    package var players = Rate(atOnce: 60, anHour: 60)
    /// Sessions that a player creates, whatever becomes of them.
    package var sessions = Rate(atOnce: 100, anHour: 60)
    /// Drafts that a player makes in all sessions: each is kept for months, should its bubble turn up.
    package var drafts = Rate(atOnce: 600, anHour: 600)
    /// Drafts that a player makes in one session.
    package var draftsOfSession = Rate(atOnce: 120, anHour: 240)
    /// Fresh messages of a player in all sessions.
    package var freshMessages = Rate(atOnce: 200, anHour: 100)
    /// Fresh messages of a player in one session.
    package var freshMessagesOfSession = Rate(atOnce: 30, anHour: 30)
    /// Requests of a player for seats in all sessions, new claims or not: a phone is lost in many games at once.
    package var claims = Rate(atOnce: 500, anHour: 100)
    /// Requests of a player for seats in one session.
    package var claimsOfSession = Rate(atOnce: 10, anHour: 10)
    /// Devices of a player that a session hears of for the first time. Whoever installs the app anew has as many as
    /// sessions.
    package var devices = Rate(atOnce: 2000, anHour: 200)
    /// What is told of a player's acts, to the webhook and on devices: 20 a second. More of it comes later.
    package var notices = Rate(atOnce: 256, anHour: 72_000)

    /// Link codes that a player enters; the database counts a player's wrong ones.
    package var linkCodes = Rate(atOnce: 5, anHour: 30)
    /// Pictures that are drawn for an address.
    package var pictures = Rate(atOnce: 1200, anHour: 7200)

    /// Held reads.
    package var heldReads = Holding()
    /// Streams.
    package var streams = Holding()
    /// Streams of anonymous readers of pages, who take nothing from those who play.
    package var pageStreams = Holding(ofSession: 512, ofAddress: 256, ofInstance: 4096)

    package init() {}

    /// So many times as much of everything.
    package func times(_ factor: Int) -> Quotas {
        var quotas = self
        for number in [\Quotas.unfinishedSessions, \.openClaims, \.sessionBytes, \.playerBytes] {
            quotas[keyPath: number] *= factor
        }
        for rate in [
            \Quotas.players, \.sessions, \.drafts, \.draftsOfSession, \.freshMessages, \.freshMessagesOfSession,
            \.claims, \.claimsOfSession, \.devices, \.linkCodes, \.pictures, \.notices,
        ] {
            quotas[keyPath: rate].atOnce *= factor
            quotas[keyPath: rate].anHour *= factor
        }
        for holding in [\Quotas.heldReads, \.streams, \.pageStreams] {
            for number in [\Holding.ofPlayer, \.ofSession, \.ofAddress, \.ofInstance] {
                quotas[keyPath: holding][keyPath: number] *= factor
            }
        }
        return quotas
    }
}
