import GameRules
import RoundtableModel
import RoundtableClient

/// An action that somebody is about to take on one of their devices.
struct PlannedAction: Sendable {
    let habit: Habit
    let member: Member
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
        effects.people.insert(action.member.person)
        do {
            try await perform(habit, by: action.member, on: device, using: &random)
        } catch RoundtableError.refused(let problem) where Self.refusals.contains(problem.code) {
            tally.refusals[problem.code.rawValue, default: 0] += 1
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
        guard let member = drawMember(for: habit, using: &random),
            let device = member.devices.randomElement(using: &random)
        else { return nil }
        return PlannedAction(habit: habit, member: member, device: device, random: random)
    }

    private func drawMember(for habit: Habit, using random: inout SeededRandom) -> Member? {
        let able = members.filter { habit == .comeAndGo || $0.isPresent }
        return able.filter { habit.temper == nil || $0.temper == habit.temper }.randomElement(using: &random)
    }

    private func perform(
        _ habit: Habit, by member: Member, on device: SimulatedDevice.ID, using random: inout SeededRandom
    ) async throws {
        switch habit {
        case .tap: try await tap(by: member, on: device, using: &random)
        case .move: try await move(by: member, on: device, using: &random)
        case .join: try await join(by: member, on: device, using: &random)
        case .agree: try await agree(by: member, on: device, using: &random)
        case .nudge: try await nudge(on: device, using: &random)
        case .begin: try await begin(by: member, on: device, using: &random)
        case .leave: try await leave(on: device, using: &random)
        case .decide: try await decide(on: device, using: &random)
        case .refresh: try await refresh(on: device)
        case .receive: try await receive(on: device, using: &random)
        case .comeAndGo: try await comeOrGo(member)
        case .reinstall: try await reinstall(on: device)
        case .newPhone: try await getNewPhone(on: device)
        case .link: try await link(member, device)
        case .reclaim: try await reclaim(by: member, on: device, using: &random)
        case .witness: try await witness(by: member, on: device, using: &random)
        case .vouch: try await vouch(on: device, using: &random)
        case .erase: try await erase(member, on: device)
        case .resend: try await resend(on: device, using: &random)
        case .wait: try await wait(using: &random)
        case .forge: try await forge(on: device, using: &random)
        case .steal: try await steal(by: member, on: device, using: &random)
        case .doubleUp: try await doubleUp(by: member, on: device, using: &random)
        case .pushOut: try await pushOut(by: member, on: device, using: &random)
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

    /// Starts the app for the first time on this device, or with this Keychain.
    func open(on device: SimulatedDevice.ID) async throws {
        try await app(on: device).activate()
        guard let credential = await world.credential(on: device) else { return }
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
        guard let credential = await world.credential(on: device) else { return nil }
        let local = await world.identifiers(on: device, in: group).conversation.local
        return Notebook.ID(local: local, player: oracle.ledger.player(of: credential), session: session)
    }

    /// Takes in a message that was just composed for a device.
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
                device: device, notebook: notebook, session: message.session, texts: texts, repeated: repeated,
                seat: seat, claimed: claimed))
    }
}
