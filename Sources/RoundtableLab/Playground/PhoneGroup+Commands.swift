import MessagesSimulator
import RoundtableClient
import RoundtableModel

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
            try await create(game, on: phone) { session in
                (session.options, session.move, session.clock) = (options, move, clock)
            }
        case .tap(let bubble): try await open(try await find(bubble, on: phone), on: phone)
        case .close: change(phone) { $0.session = nil }
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

    private func create(_ game: String, on phone: Phone, changing: @Sendable (inout NewSession) -> Void) async throws {
        try await phone.app.create(game) { session in
            session.nickname = phone.device.owner.name
            changing(&session)
        }
        await showStaged(on: phone)
    }

    /// Opens the app on the message in the input field.
    private func showStaged(on phone: Phone) async {
        let session = await world.staged(on: phone.device, in: group)?.session
        change(phone) { $0.session = session }
    }

    /// Asks for a rematch, or opens the one that others have begun.
    private func playAgain(on phone: Phone) async throws {
        do {
            try await phone.app.playAgain()
            await showStaged(on: phone)
        } catch RoundtableError.refused(let problem) where problem.code == .alreadyRematched {
            let others = await world.transcript(on: phone.device, in: group).bubbles.filter {
                $0.session != phone.session
            }
            for bubble in others.reversed() {
                try await open(bubble, on: phone)
                if await phone.app.view?.id == problem.session { return }
            }
            throw PhoneError(text: "The message of the rematch has not come yet.")
        }
    }

    private func open(_ bubble: Bubble, on phone: Phone) async throws {
        let opened = try await phone.app.tap(bubble)
        change(phone) { ($0.session, $0.tapped) = (bubble.session, opened.tapped) }
    }

    private func enter(_ code: String, on phone: Phone) async throws {
        try await phone.app.enter(linkCode: code)
        for index in phones.indices { phones[index].linkCode = nil }
        if current(phone)?.session != nil { try await phone.app.refresh() }
    }

    private func find(_ bubble: String, on phone: Phone) async throws(PhoneError) -> Bubble {
        let staged = await world.staged(on: phone.device, in: group)
        let bubbles = await world.transcript(on: phone.device, in: group).bubbles + [staged].compactMap(\.self)
        guard let found = bubbles.last(where: { "\($0.id)" == bubble }) else {
            throw PhoneError(text: "This message is not on this phone.")
        }
        return found
    }
}

extension PhoneGroup {
    /// Takes away what a phone was told of a session.
    private func putAway(_ session: SessionID, on phone: Phone) {
        guard let token = current(phone)?.pushToken else { return }
        notices?.dismiss(session, on: token.token)
    }

    /// Does what the app that contains the game's extension does once there is a player: registers a phone that is not
    /// registered yet, or does so again with the language that its user writes now.
    func register(_ phone: Phone) async {
        guard let notices, let phone = current(phone), phone.pushToken?.locale != phone.language,
            await world.hasPlayer(phone.device)
        else { return }
        var token = phone.pushToken ?? notices.makeToken(language: phone.language)
        token.locale = phone.language
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
