import RoundtableJSON
import RoundtableModel
import MessagesSimulator
import RoundtableClient

/// An action of the user of a phone.
enum PhoneCommand: Sendable {
    case create(game: String, options: GameJSON? = nil, move: GameJSON? = nil, clock: ClockSettings? = nil)
    case tap(bubble: String)
    case close
    case refresh
    case play(GameJSON)
    case join
    case act(Action, kind: OfferKind? = nil, seat: Int? = nil)
    case nudge
    case send
    case cancel
    case vanish
    case stageAgain(bubble: String)
    case showLinkCode
    case enterLinkCode(String)
    case dismiss
    /// Takes what the device was told of a session away.
    case putAway(SessionID)

    /// The command of that name, with the members of a request's body; nil if there is no such command.
    init?(_ name: Substring, _ body: JSONElement) throws(JSONError) {
        switch name {
        case "create":
            self = .create(
                game: try body.read("game"), options: try body.readIfPresent("options"),
                move: try body.readIfPresent("move"), clock: try body.readIfPresent("clock"))
        case "tap": self = .tap(bubble: try body.read("bubble"))
        case "close": self = .close
        case "refresh": self = .refresh
        case "play": self = .play(try body.read("move"))
        case "join": self = .join
        case "act":
            self = .act(
                Action(rawValue: try body.read("action")), kind: try body.readIfPresent("kind"),
                seat: try body.readIfPresent("seat"))
        case "nudge": self = .nudge
        case "send": self = .send
        case "cancel": self = .cancel
        case "vanish": self = .vanish
        case "stage": self = .stageAgain(bubble: try body.read("bubble"))
        case "show-link-code": self = .showLinkCode
        case "enter-link-code": self = .enterLinkCode(try body.read("code"))
        case "dismiss": self = .dismiss
        case "put-away": self = .putAway(try body.read("session"))
        default: return nil
        }
    }

    /// Whether it leaves behind what the app remarks on the messages that were tapped and sent before it.
    var goesOn: Bool {
        switch self {
        case .create, .tap, .close, .play, .join, .act, .nudge, .send, .cancel, .vanish, .stageAgain: true
        case .refresh, .showLinkCode, .enterLinkCode, .dismiss, .putAway: false
        }
    }
}

extension PhoneGroup {
    /// Does what a phone's user does; a refusal is shown on the phone.
    func perform(_ command: PhoneCommand, on number: Int) async throws(PhoneError) {
        guard phones.indices.contains(number) else { throw PhoneError(text: "There is no phone \(number).") }
        phones[number].notice = nil
        if command.goesOn { phones[number].forgetMessages() }
        defer { changes.tell() }
        let phone = phones[number]
        try await attempt(on: phone) {
            try await run(command, on: phone)
            await register(phone)
            // Who plays on has seen what the device was told of the game.
            if command.goesOn, let view = await phone.app.view { putAway(view.id, on: phone) }
        }
    }

    /// Does something on a phone, which sends the requests; a failure is shown on it.
    func attempt(on phone: Phone, _ action: () async throws -> Void) async throws(PhoneError) {
        do {
            try await Phone.$current.withValue(phone.device) { try await action() }
        } catch {
            let notice = PhoneError(error)
            change(phone) { $0.notice = notice }
            throw notice
        }
    }

    private func run(_ command: PhoneCommand, on phone: Phone) async throws {
        let app = phone.app
        switch command {
        case .create(let game, let options, let move, let clock):
            try await app.create(game) { session in
                session.nickname = app.device.owner.name
                (session.options, session.move, session.clock) = (options, move, clock)
            }
        case .tap(let bubble): try await open(try await find(bubble, on: phone), on: phone)
        case .close: await app.close()
        case .refresh: try await app.refresh()
        case .play(let move): try await app.play(move) { $0.nickname = app.device.owner.name }
        case .join: try await app.join { $0.nickname = app.device.owner.name }
        case .act(.rematch, _, _): try await playAgain(on: phone)
        case .act(let action, let kind, let seat): try await app.act(action) { ($0.kind, $0.seat) = (kind, seat) }
        case .nudge: try await app.nudge()
        case .send: try await send(from: phone)
        case .cancel: try await app.cancel()
        case .vanish: try await app.vanish()
        case .stageAgain(let bubble): await app.stageAgain(try await find(bubble, on: phone))
        case .showLinkCode:
            let code = try await app.showLinkCode()
            change(phone) { $0.linkCode = code }
        case .enterLinkCode(let code): try await enter(code, on: phone)
        case .dismiss: break
        case .putAway(let session): putAway(session, on: phone)
        }
    }

    /// Asks for a rematch, or opens the one that others have begun.
    private func playAgain(on phone: Phone) async throws {
        do {
            try await phone.app.playAgain()
        } catch RoundtableError.refused(let problem) where problem.code == .alreadyRematched {
            let shown = await phone.app.session
            for bubble in await phone.app.transcript().bubbles.reversed() where bubble.session != shown {
                try await open(bubble, on: phone)
                if await phone.app.view?.id == problem.session { return }
            }
            throw PhoneError(text: "The message of the rematch has not come yet.")
        }
    }

    private func open(_ bubble: Bubble, on phone: Phone) async throws {
        let opened = try await phone.app.tap(bubble)
        change(phone) { $0.tapped = opened.tapped }
    }

    private func enter(_ code: String, on phone: Phone) async throws {
        try await phone.app.enter(linkCode: code)
        for index in phones.indices { phones[index].linkCode = nil }
        if await phone.app.session != nil { try await phone.app.refresh() }
    }

    private func find(_ bubble: String, on phone: Phone) async throws(PhoneError) -> Bubble {
        let staged = await world[phone.device, group].staged
        let bubbles = await phone.app.transcript().bubbles + [staged].compactMap(\.self)
        guard let found = bubbles.last(where: { "\($0.id)" == bubble }) else {
            throw PhoneError(text: "This message is not on this phone.")
        }
        return found
    }
}

extension PhoneGroup {
    private func putAway(_ session: SessionID, on phone: Phone) {
        guard let token = current(phone)?.pushToken else { return }
        notices?.dismiss(session, on: token.token)
    }

    /// Does what the app that contains the game's extension does once there is a player: registers a phone that is not
    /// registered yet, or does so again with the language that its user writes now.
    func register(_ phone: Phone) async {
        let device = await world[phone.device]
        guard let notices, let phone = current(phone), phone.pushToken?.locale != device.locale, device.keychain != nil
        else { return }
        var token = phone.pushToken ?? notices.makeToken(language: device.locale)
        token.locale = device.locale
        guard (try? await phone.app.client.register(token)) != nil else {
            // It is tried again after the next thing that its user does.
            if phone.pushToken == nil { notices.forget(token.token) }
            return
        }
        change(phone) { $0.pushToken = token }
    }
}

extension PhoneError {
    /// The app's words for a failure.
    init(_ error: any Error) {
        switch error {
        case let notice as PhoneError: self = notice
        case RoundtableError.refused(let problem):
            self.init(text: problem.detail ?? problem.title, code: problem.code.rawValue)
        case RoundtableError.unreachable: self.init(text: "The service can’t be reached. Try again later.")
        case SimulationError.nothingOpened: self.init(text: "Open a message first.")
        case SimulationError.nothingStaged: self.init(text: "There is nothing to send.")
        case SimulationError.notInTranscript: self.init(text: "This message is not on this phone.")
        default: self.init(text: "\(error)")
        }
    }
}
