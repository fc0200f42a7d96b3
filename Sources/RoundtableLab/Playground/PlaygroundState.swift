import Foundation
import RoundtableJSON
import MessagesSimulator
import RoundtableModel

struct PlaygroundState: JSONWritable, Sendable {
    struct Screen: Sendable {
        let phone: Phone
        let transcript: Transcript
        let staged: Bubble?
        let view: SessionView?
        /// The board that the opened app shows, as SVG; nil if the service can't be reached.
        let picture: String?
        let undelivered: Int
        let isOnline: Bool
        /// The bubbles that wait on it for a network.
        let departing: [Bubble]
        let isMember: Bool
        /// What the device was told, the newest last; nil if the service tells devices nothing.
        let told: [DeviceNotice]?
        /// The owner's names for the others.
        let names: [JSONName: String]
    }

    let service: URL
    let game: String
    let games: [GameSummary]
    let screens: [Screen]

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("game", game)
            json.member("games", games)
            json.member("phones", screens)
            json.member("service", service)
        }
    }
}

extension PlaygroundState.Screen: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("airplaneMode", !isOnline)
            json.name("app")
            writeApp(to: &json)
            json.member("device", phone.device.name)
            json.member("language", phone.language)
            json.member("late", phone.isLate)
            json.member("linkCode", orNull: phone.linkCode)
            json.member("member", isMember)
            json.member("names", names)
            json.member("notice", orNull: phone.notice)
            json.member("number", phone.number)
            json.member("owner", phone.device.owner.name)
            json.member("staged", orNull: staged.map { line($0) })
            json.member("told", orNull: told)
            json.member("transcript", lines)
            json.member("undelivered", undelivered)
        }
    }

    private func writeApp(to json: inout JSONWriter) {
        guard phone.session != nil, let view else { return json.null() }
        json.object { json in
            json.member("picture", orNull: picture)
            json.member("sent", orNull: phone.sent)
            json.member("tapped", orNull: phone.tapped)
            json.member("view", view)
        }
    }

    private var lines: [PlaygroundState.Line] {
        transcript.entries.map { entry in
            switch entry {
            case .bubble(let bubble): line(bubble)
            case .summary(let bubble): line(bubble, isSummary: true)
            }
        }
    }

    private func line(_ bubble: Bubble, isSummary: Bool = false) -> PlaygroundState.Line {
        .init(
            bubble: bubble, isSummary: isSummary, isUnsent: departing.contains { $0.id == bubble.id },
            transcript: transcript)
    }
}

extension PlaygroundState {
    /// A bubble in the transcript or the input field, as the phone's owner reads it.
    struct Line: JSONWritable, Sendable {
        let bubble: Bubble
        let isSummary: Bool
        let isUnsent: Bool
        let transcript: Transcript

        /// Writes of a summary line no more than the line, for a long game leaves many.
        func write(to json: inout JSONWriter) {
            let summary = bubble.texts.summary.printed(with: transcript.names)
            json.object { json in
                if isSummary {
                    json.member("id", "\(bubble.id)")
                    json.member("isSummary", true)
                    return json.member("summary", summary)
                }
                json.member("captions", transcript.captions(of: bubble))
                json.member("id", "\(bubble.id)")
                json.member("image", bubble.url.absoluteString + ".png")
                json.member("isSummary", false)
                json.member("isUnsent", isUnsent)
                json.member("label", bubble.texts.accessibilityLabel.printed(with: transcript.names))
                json.member("mine", bubble.sender == transcript.owner)
                json.member("sender", transcript.name(ofSender: bubble))
                json.member("summary", summary)
                json.member("titles", transcript.titles(of: bubble))
                json.member("url", bubble.url)
            }
        }
    }
}

extension PhoneError: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("code", orNull: code)
            json.member("text", text)
        }
    }
}
