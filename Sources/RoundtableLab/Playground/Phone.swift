import MessagesSimulator
import RoundtableModel

/// One phone on the page: a device, the app on it, and what befalls both.
struct Phone: Sendable {
    /// Its place on the page, from 0.
    let number: Int
    /// The app on its device; another one after it was installed again, or the device was lost.
    var app: App
    /// Where the message that its user tapped stood in history, until they do the next thing.
    var tapped: Tapped?
    /// The status of the message that its user sent, until they do the next thing.
    var sent: MessageStatus?
    /// The latest refusal or failure, until something else happens.
    var notice: PhoneError?
    /// The token that its app has registered for notices; nil for none yet.
    var pushToken: PushToken?
    /// The code that the app shows, to be typed on another device.
    var linkCode: String?
    var picture: BoardPicture?
    /// Whether what others send waits until it is delivered by hand.
    var isLate = false

    var device: SimulatedDevice.ID { app.device }

    /// Whose request it is that the current task makes.
    @TaskLocal static var current: SimulatedDevice.ID?

    /// Forgets what the app remarks on the messages that its user has tapped and sent.
    mutating func forgetMessages() { (tapped, sent) = (nil, nil) }
}

/// Why something did not work, as the app tells its user.
struct PhoneError: Sendable, Error {
    let text: String
    /// The service's code, if it refused.
    var code: String?
}

/// A board as the service drew it for a phone.
struct BoardPicture: Sendable {
    /// The moment of a session that is shown.
    struct Moment: Hashable, Sendable {
        let session: SessionID
        let revision: Int
        let seat: Int?
        /// The draft that is shown as if it counted.
        let draft: MessageToken?

        /// Whether another moment is one of the same board, as the same reader sees it.
        func hasBoard(of other: Moment) -> Bool {
            session == other.session && seat == other.seat
        }
    }

    let moment: Moment
    let svg: String
}
