import GameRules
import RoundtableModel
import RoundtableClient

struct PlannedAction: Sendable {
    let habit: Habit
    let device: SimulatedDevice.ID
    /// The generator from which the rest of it is drawn.
    let random: SeededRandom
}

extension Crowd {
    /// Lets somebody do something, unless the rules are against it.
    ///
    /// NB: each lane draws by itself, so that who is faster doesn't change what is done.
    func act(_ action: PlannedAction) async throws {
        var random = action.random
        let (habit, device) = (action.habit, action.device)
        effects.people.insert(device.owner)
        do {
            try await perform(habit, on: device, using: &random)
        } catch RoundtableError.refused(let problem) where Self.refusals.contains(problem.code) {
            tally.refusals += 1
            journal.note("\(device) is refused to \(habit.rawValue): \(problem.code.rawValue)")
            touchGame()
        } catch let error as RoundtableError {
            throw OracleFinding("\(device) gets no proper answer when it wants to \(habit.rawValue): \(error)")
        } catch is SimulationError {
            // There is no bubble, or no game, for it yet.
        }
    }

    /// Draws who does something, and on which of their devices; nil if there is nobody for it.
    func draw(_ habit: Habit, lane: Int) -> PlannedAction? {
        var random = SeededRandom(seed: seed, for: "attempt \(tally.attempts) lane \(lane)")
        let able = members.filter { member in
            (habit == .comeAndGo || member.isPresent) && (habit.temper == nil || habit.temper == member.temper)
        }
        let device = able.randomElement(using: &random)?.devices.randomElement(using: &random)
        return device.map { PlannedAction(habit: habit, device: $0, random: random) }
    }

    private func perform(_ habit: Habit, on device: SimulatedDevice.ID, using random: inout SeededRandom) async throws {
        switch habit {
        case .tap: try await tap(on: device, using: &random)
        case .move: try await move(on: device, using: &random)
        case .join: try await join(on: device, using: &random)
        case .agree: try await agree(on: device, using: &random)
        case .nudge: try await nudge(on: device, using: &random)
        case .begin: try await begin(on: device, using: &random)
        case .leave: try await leave(on: device, using: &random)
        case .decide: try await decide(on: device, using: &random)
        case .refresh: try await refresh(on: device)
        case .receive: try await receive(on: device, using: &random)
        case .comeAndGo: try await comeOrGo(device.owner)
        case .reinstall: try await reinstall(on: device)
        case .newPhone: try await getNewPhone(on: device)
        case .link: try await link(device)
        case .reclaim: try await reclaim(on: device, using: &random)
        case .witness: try await witness(on: device, using: &random)
        case .vouch: try await vouch(on: device, using: &random)
        case .erase: try await erase(on: device)
        case .resend: try await resend(on: device, using: &random)
        case .wait: try await wait(using: &random)
        case .forge: try await forge(on: device, using: &random)
        case .steal: try await steal(on: device, using: &random)
        case .doubleUp: try await doubleUp(on: device, using: &random)
        case .pushOut: try await pushOut(on: device, using: &random)
        case .together, .linger, .secondDevice, .changeIdentifiers, .nickname, .hesitate, .lie, .attack: break
        }
    }

    /// The refusals of people who look at an old state, come too late, or have nothing to say here.
    private static let refusals: Set<ErrorCode> = [
        .staleRevision, .notYourTurn, .noOpenSeat, .notSeated, .sessionOver, .illegalMove, .seatTaken,
        .alreadyCommitted, .notAllowed, .notFound, .rateLimited, .noOffer, .alreadyRematched,
    ]
}

extension Crowd {
    func app(on device: SimulatedDevice.ID) async -> App {
        if let app = apps[device] { return app }
        let app = await world.app(on: device, in: group)
        apps[device] = app
        return app
    }

    func owner(of device: SimulatedDevice.ID) -> Member {
        guard let member = members.first(where: { $0.person == device.owner }) else {
            preconditionFailure("Every device is a member's")
        }
        return member
    }

    func player(on device: SimulatedDevice.ID) async -> Credential? {
        await world[device].keychain.map(oracle.ledger.player)
    }

    func bubbles(on device: SimulatedDevice.ID) async -> [Bubble] { await world[device, group].transcript.bubbles }

    /// The newest bubble of a game on a device, once what is under way to it is there.
    func newestBubble(of session: SessionID, on device: SimulatedDevice.ID) async -> Bubble? {
        await world.deliver(to: device, in: group)
        return await bubbles(on: device).last { $0.session == tally.bubblesOf[session] }
    }

    /// Starts the app for the first time on this device, or with this Keychain.
    func open(on device: SimulatedDevice.ID) async throws {
        try await app(on: device).activate()
        guard let credential = await world[device].keychain else { return }
        oracle.ledger.register(credential, of: device.owner)
    }

    /// Notes that what the current game looks like may have been touched.
    func touchGame() {
        if let session = sessions.last { effects.sessions.insert(session) }
    }

    /// Notes that a session was touched by this step, and gives back the notebook of the device.
    @discardableResult
    func touch(_ session: SessionID, on device: SimulatedDevice.ID) async -> Notebook.ID? {
        effects.sessions.insert(session)
        return await notebook(of: session, on: device)
    }

    func notebook(of session: SessionID, on device: SimulatedDevice.ID) async -> Notebook.ID? {
        guard let player = await player(on: device) else { return nil }
        let local = await app(on: device).conversation().local
        return Notebook.ID(local: local, player: player, session: session)
    }

    /// Takes in the answer to what somebody does, whose message was just composed for a device.
    @discardableResult
    func take(_ answer: TurnAnswer, to what: String, on device: SimulatedDevice.ID) async -> GameMessage {
        journal.note("\(device) \(what) at \(answer.session.revision)")
        await compose(answer.message, on: device, seat: answer.session.you)
        return answer.message
    }

    func compose(
        _ message: GameMessage, on device: SimulatedDevice.ID, repeated: Int? = nil, seat: Int? = nil,
        claimed: Int? = nil
    ) async {
        guard let notebook = await touch(message.session, on: device) else { return }
        oracle.ledger.attribute(message.token, to: notebook.player)
        oracle.ledger.disprove(by: notebook.player, in: message.session)
        let texts = BubbleTexts(message, knowing: await world.identifiers(on: device, in: group))
        effects.compositions.append(
            Composition(
                device: device, notebook: notebook, texts: texts, repeated: repeated, seat: seat, claimed: claimed))
    }
}
