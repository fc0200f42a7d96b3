import Foundation
import RoundtableModel
import Testing

@testable import MessagesSimulator

/// Amber and Ben have a seat each in a game that waits, and then Ben's is open.
@Suite("Seats that the oracle sees open again")
struct OracleTests {
    private let session = SessionID(UUID())
    private let people = ["Amber", "Ben", "Chris"].map {
        KnownPlayer(credential: Credential(rawValue: $0), person: Person($0))
    }
    private let opening = MessageToken(rawValue: "opening")
    private let farewell = MessageToken(rawValue: "farewell")
    private var oracle = Oracle([])

    init() throws {
        for player in people { oracle.ledger.register(player.credential, of: player.person) }
        for seat in 0...1 { try oracle.ledger.seat(people[seat], on: seat, in: session) }
        for token in [opening, farewell] { oracle.ledger.attribute(token, to: people[1].credential) }
        oracle.ledger.noteFarewell(farewell)
    }

    /// The session as a reader's phone shows it, with the second seat open or somebody's.
    private func survey(by reader: Int = 0, second state: SeatState = .open) -> Survey {
        let device = SimulatedDevice(id: SimulatedDevice.ID(owner: people[reader].person, name: "phone"), seed: 1)
        let identifiers = Identifiers(of: people.map(\.person), on: device)
        let seats = [SeatState.taken, state].enumerated().map { number, state in
            SessionView.Seat(
                seat: number, state: state, you: state == .taken && (reader == 0) == (number == 0),
                attribution: "Player \(number + 1)")
        }
        let view = SessionView(
            id: session, game: "g", rules: 1, revision: 2, state: .waiting, toAct: [], seats: seats, board: [:],
            legalMoves: nil)
        let notebook = Notebook.ID(
            local: identifiers.conversation.local, player: people[reader].credential, session: session)
        return Survey(
            session: session,
            looks: [device.id: Survey.Look(view: view, identifiers: identifiers, notebook: notebook)])
    }

    @Test("are lost if whoever had them has done nothing")
    mutating func lost() {
        #expect(throws: OracleFinding.self) { try oracle.learnSeats(from: survey(), changedBy: [people[0].person]) }
    }

    @Test("were given up by a message whose author wanted to leave, and by no other")
    mutating func proven() throws {
        #expect(oracle.ledger.leaver(by: opening) == nil)
        let leaver = try #require(oracle.ledger.leaver(by: farewell))
        try oracle.learnSeats(from: survey(), changedBy: [people[0].person, leaver])
        #expect(oracle.ledger.holder(of: 1, in: session) == nil)
    }

    @Test("are no loss of somebody who was erased, and then belong to whoever takes them")
    mutating func erased() throws {
        oracle.ledger.erase(1, in: session)
        oracle.ledger.erase(people[1].credential)
        try oracle.learnSeats(from: survey(), changedBy: [people[0].person])
        try oracle.learnSeats(from: survey(by: 2, second: .taken), changedBy: [people[2].person])
        #expect(oracle.ledger.holder(of: 1, in: session) == people[2].person)
        #expect(!oracle.ledger.isErased(1, in: session))
    }
}
