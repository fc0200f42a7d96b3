import Foundation
import RoundtableJSON
import MessagesSimulator
import RoundtableModel
import RoundtableClient

struct PlaygroundState: JSONWritable, Sendable {
    struct Screen: Sendable {
        let phone: Phone
        let device: SimulatedDevice
        let conversation: OpenConversation
        let transcript: Transcript
        /// The view that the opened app shows; nil while it is closed.
        let view: SessionView?
        /// The board that the opened app shows, as SVG; nil if the service can't be reached.
        let picture: String?
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
            json.member("airplaneMode", !device.isOnline)
            json.name("app")
            writeApp(to: &json)
            json.member("device", phone.device.name)
            json.member("language", device.locale)
            json.member("late", phone.isLate)
            json.member("linkCode", orNull: phone.linkCode)
            json.member("member", isMember)
            json.member("names", names)
            json.member("notice", orNull: phone.notice)
            json.member("number", phone.number)
            json.member("owner", phone.device.owner.name)
            json.member("staged", orNull: conversation.staged.map(line))
            json.member("told", orNull: told)
            json.member("transcript", transcript.bubbles.map(line))
            json.member("undelivered", conversation.arriving.count)
        }
    }

    private func writeApp(to json: inout JSONWriter) {
        guard let view else { return json.null() }
        json.object { json in
            json.member("picture", orNull: picture)
            json.member("sent", orNull: phone.sent)
            json.member("tapped", orNull: phone.tapped)
            json.member("view", view)
        }
    }

    private func line(_ bubble: Bubble) -> PlaygroundState.Line {
        .init(bubble: bubble, isUnsent: conversation.departing.contains(bubble), transcript: transcript)
    }
}

extension PlaygroundState {
    /// A bubble in the transcript or the input field, as the phone's owner reads it.
    struct Line: JSONWritable, Sendable {
        let bubble: Bubble
        let isUnsent: Bool
        let transcript: Transcript

        /// Writes of a summary line no more than the line, for a long game leaves many.
        func write(to json: inout JSONWriter) {
            let summary = bubble.texts.summary.printed(with: transcript.names)
            json.object { json in
                if transcript.isSummary(bubble) {
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

extension PhoneGroup {
    /// The screens of all phones, in the order of the phones.
    var screens: [PlaygroundState.Screen] {
        get async {
            var screens: [PlaygroundState.Screen] = []
            for phone in phones { screens.append(await screen(of: phone)) }
            return screens
        }
    }

    private func screen(of phone: Phone) async -> PlaygroundState.Screen {
        let owner = phone.device.owner
        let transcript = await phone.app.transcript()
        let others = phones.map(\.device.owner).filter { $0 != owner }
        let view = await phone.app.session == nil ? nil : phone.app.view
        let conversation = await world[phone.device, group]
        return PlaygroundState.Screen(
            phone: phone, device: await world[phone.device], conversation: conversation, transcript: transcript,
            view: view, picture: await picture(of: view, withDraft: conversation.staged != nil, on: phone),
            isMember: members.contains(owner),
            told: notices.map { notices in phone.pushToken.map { notices.shown(on: $0.token) } ?? [] },
            names: Dictionary(others.map { (JSONName($0.name), transcript.names[$0]) }) { first, _ in first })
    }

    /// The board that a phone's app shows. The service draws it when it has changed; without a network the phone goes
    /// on showing the last one.
    private func picture(of view: SessionView?, withDraft: Bool, on phone: Phone) async -> String? {
        guard let view else { return nil }
        let draft = withDraft ? view.draft?.token : nil
        let moment = BoardPicture.Moment(
            session: view.id, revision: view.revision, seat: view.you, draft: draft)
        if let known = phone.picture, known.moment == moment { return known.svg }
        let local = await phone.app.conversation().local
        guard await world[phone.device].isOnline,
            let svg = try? await phone.app.client.boardPicture(of: view.id, withDraft: draft != nil, as: local)
        else { return phone.picture.flatMap { $0.moment.hasBoard(of: moment) ? $0.svg : nil } }
        change(phone) { $0.picture = BoardPicture(moment: moment, svg: svg) }
        return svg
    }
}
