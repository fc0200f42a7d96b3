import Foundation
import RoundtableJSON
import RoundtableModel
import Testing

@Suite("Request bodies")
struct RequestTests {
    private let conversationJSON = #"{"local": "\#(Sample.amberText)", "remotes": ["\#(Sample.benText)"]}"#

    @Test("a new session is written as the contract shows it")
    func newSession() throws {
        let request = NewSession(
            game: "four-in-a-row", options: [:], move: nil, conversation: try Sample.conversation, nickname: "Amber",
            locale: "en-GB", send: .draft, turnTimeoutSeconds: 259_200)
        try expect(
            request,
            reads: """
                {"game": "four-in-a-row", "options": {}, "move": null, "conversation": \(conversationJSON),
                 "nickname": "Amber", "locale": "en-GB", "send": "draft", "turnTimeoutSeconds": 259200}
                """)
    }

    @Test("what may be left out is left out")
    func optional() throws {
        let conversation = try Sample.conversation
        try expect(
            Turn(revision: 7, move: "4", conversation: conversation),
            reads: #"{"revision": 7, "move": "4", "conversation": \#(conversationJSON)}"#)
        try expect(SeatRequest(conversation: conversation), reads: #"{"conversation": \#(conversationJSON)}"#)
        try expect(
            ActionRequest(action: .reclaim, revision: 7, conversation: conversation, seat: 2),
            reads: #"{"action": "reclaim", "revision": 7, "seat": 2, "conversation": \#(conversationJSON)}"#)
        try expect(FreshMessageRequest(conversation: conversation), reads: #"{"conversation": \#(conversationJSON)}"#)
        try expect(SentRequest(), reads: "{}")
        try expect(CancelRequest(reason: "failed", errorCode: 9), reads: #"{"reason": "failed", "errorCode": 9}"#)
        try expect(LinkRequest(code: "K7Q2"), reads: #"{"code": "K7Q2"}"#)
    }

    @Test("a sender who isn't known yet is written as null")
    func unknownSender() throws {
        let conversation = try Sample.conversation
        try expect(
            OpenRequest(conversation: conversation, sender: nil),
            reads: #"{"conversation": \#(conversationJSON), "sender": null}"#)
        try expect(
            OpenRequest(conversation: conversation, sender: try Sample.ben),
            reads: #"{"conversation": \#(conversationJSON), "sender": "\#(Sample.benText)"}"#)
    }

    @Test("unknown members are ignored, and null counts as left out")
    func lenient() throws {
        let json = """
            {"revision": 7, "move": {"state": 1}, "seat": null, "send": null, "colour": "red",
             "conversation": {"local": "\(Sample.amberText.lowercased())", "remotes": ["\(Sample.benText)"], "x": 1}}
            """
        let expected = Turn(revision: 7, move: ["state": 1], conversation: try Sample.conversation)
        #expect(try read(Turn.self, json) == expected)
    }

    @Test(
        "wrong types and words are refused",
        arguments: [
            #""revision": "7", "move": "4""#, #""revision": 7.5, "move": "4""#, #""revision": true, "move": "4""#,
            #""revision": 7"#, #""revision": 7, "move": "4", "send": "later""#,
            #""revision": 7, "move": "4", "seat": "0""#,
            #""revision": 7, "move": "4", "nickname": 5"#,
        ])
    func strict(members: String) {
        #expect(throws: JSONError.self) {
            try read(Turn.self, "{\(members), \"conversation\": \(conversationJSON)}")
        }
    }
}
