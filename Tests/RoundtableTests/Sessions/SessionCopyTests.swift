import Foundation
import GameRules
import TestSupport
import Testing

@testable import Roundtable

@Suite("Copies of a session")
struct SessionCopyTests {
    @Test("a change of one is none of another")
    func changes() throws {
        let session = try aSession(taken: 1)
        var copy = session
        copy.revision += 1
        copy.seating[1].state = .taken
        copy.phase = .finished
        copy.deadline = .distantFuture
        #expect(session.agrees(with: try aSession(taken: 1)))
        #expect(session.deadline == nil && session.seating[1].state == .open && session.phase != .finished)
        #expect(copy.revision == session.revision + 1 && copy.seating[1].state == .taken && copy.phase == .finished)
    }

    @Test("who is to act follows each change")
    func acting() throws {
        var session = try aSession()
        #expect(session.toAct == [0])
        let copy = session
        session.phase = .finished
        #expect(session.toAct == [] && copy.toAct == [0])
        session.phase = .active
        session.position = try copy.after("a1", by: 0).position
        #expect(session.toAct == [1] && copy.toAct == [0])
    }
}
