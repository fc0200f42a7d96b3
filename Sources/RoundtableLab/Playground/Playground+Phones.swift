import MessagesSimulator
import RoundtableClient
import RoundtableModel

extension Playground {
    /// Does what a phone's user does; a refusal is shown on the phone.
    func perform(_ command: PhoneCommand, on number: Int) async throws(PhoneError) {
        guard phones.indices.contains(number) else { throw PhoneError(text: "There is no phone \(number).") }
        phones[number].notice = nil
        if command.goesOn { phones[number].forgetMessages() }
        defer { changes.tell() }
        try await attempt(on: phones[number]) {
            try await run(command, on: number)
            await register(number)
            // Who plays on has seen what the device was told of the game.
            if command.goesOn, let view = await phones[number].app.view { putAway(view.id, on: number) }
        }
    }

    /// Does something on a phone, which sends the requests; a failure is shown on it.
    func attempt(on phone: Phone, _ action: () async throws -> Void) async throws(PhoneError) {
        do {
            try await Phone.$current.withValue(phone.device) { try await action() }
        } catch {
            let notice = PhoneError(error)
            phones[phone.number].notice = notice
            throw notice
        }
    }

    private func run(_ command: PhoneCommand, on number: Int) async throws {
        let app = phones[number].app
        switch command {
        case .create(let game, let options, let move, let clock):
            try await create(game, on: number) { session in
                (session.options, session.move, session.clock) = (options, move, clock)
            }
        case .tap(let bubble): try await open(try await find(bubble, on: number), on: number)
        case .close: phones[number].session = nil
        case .refresh: try await app.refresh()
        case .play(let move): try await app.play(move) { $0.nickname = app.device.owner.name }
        case .join: try await app.join { $0.nickname = app.device.owner.name }
        case .act(.rematch, _, _): try await playAgain(on: number)
        case .act(let action, let kind, let seat): try await app.act(action) { ($0.kind, $0.seat) = (kind, seat) }
        case .nudge: try await app.nudge()
        case .send: try await send(from: number)
        case .cancel: try await app.cancel()
        case .vanish: try await app.vanish()
        case .stageAgain(let bubble): await app.stageAgain(try await find(bubble, on: number))
        case .showLinkCode: phones[number].linkCode = try await app.showLinkCode()
        case .enterLinkCode(let code): try await enter(code, on: number)
        case .dismiss: break
        case .putAway(let session): putAway(session, on: number)
        }
    }

    private func create(_ game: String, on number: Int, changing: @Sendable (inout NewSession) -> Void) async throws {
        let app = phones[number].app
        try await app.create(game) { session in
            session.nickname = app.device.owner.name
            changing(&session)
        }
        phones[number].session = await world.staged(on: phones[number].device, in: group)?.session
    }

    /// Asks for a rematch, or opens the one that others have begun.
    private func playAgain(on number: Int) async throws {
        let phone = phones[number]
        do {
            try await phone.app.playAgain()
            phones[number].session = await world.staged(on: phone.device, in: group)?.session
        } catch RoundtableError.refused(let problem) where problem.code == .alreadyRematched {
            let others = await world.transcript(on: phone.device, in: group).bubbles.filter {
                $0.session != phone.session
            }
            for bubble in others.reversed() {
                try await open(bubble, on: number)
                if await phone.app.view?.id == problem.session { return }
            }
            throw PhoneError(text: "The message of the rematch has not come yet.")
        }
    }

    private func open(_ bubble: Bubble, on number: Int) async throws {
        let opened = try await phones[number].app.tap(bubble)
        phones[number].session = bubble.session
        phones[number].tapped = opened.tapped
    }

    private func enter(_ code: String, on number: Int) async throws {
        try await phones[number].app.enter(linkCode: code)
        for index in phones.indices { phones[index].linkCode = nil }
        if phones[number].session != nil { try await phones[number].app.refresh() }
    }

    private func find(_ bubble: String, on number: Int) async throws(PhoneError) -> Bubble {
        let device = phones[number].device
        let staged = await world.staged(on: device, in: group)
        let bubbles = await world.transcript(on: device, in: group).bubbles + [staged].compactMap(\.self)
        guard let found = bubbles.last(where: { "\($0.id)" == bubble }) else {
            throw PhoneError(text: "This message is not on this phone.")
        }
        return found
    }
}

extension Playground {
    /// Takes away what a phone was told of a session.
    private func putAway(_ session: SessionID, on number: Int) {
        guard let token = phones[number].pushToken else { return }
        notices?.dismiss(session, on: token.token)
    }

    /// Does what the app that contains the game's extension does once there is a player: registers a phone that is not
    /// registered yet, or does so again with the language that its user writes now.
    func register(_ number: Int) async {
        let phone = phones[number]
        guard let notices, phone.pushToken?.locale != phone.language, await world.hasPlayer(phone.device) else {
            return
        }
        var token = phone.pushToken ?? notices.makeToken(language: phone.language)
        token.locale = phone.language
        guard (try? await phone.app.client.register(token)) != nil else {
            // It is tried again after the next thing that its user does.
            if phone.pushToken == nil { notices.forget(token.token) }
            return
        }
        if phones.indices.contains(number), phones[number].device == phone.device { phones[number].pushToken = token }
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
