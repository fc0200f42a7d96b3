import Foundation
import RoundtableJSON
import RoundtableModel
import Testing

/// Checks that a value is written as this JSON, null members included, and that the JSON is read as the value.
func expect<Value: JSONConvertible & Equatable>(
    _ value: Value, reads json: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let written = Data(value.json)
    let tree = try JSONValue(json: Array(written))
    let golden = try JSONValue(json: Array(Data(json.utf8)))
    #expect(tree == golden, sourceLocation: sourceLocation)
    let read = try Value(json: Array(Data(json.utf8)))
    #expect(read == value, sourceLocation: sourceLocation)
}

/// Reads JSON as the service does.
func read<Value: JSONReadable>(_ type: Value.Type, _ json: String) throws -> Value {
    try type.init(json: Array(Data(json.utf8)))
}

/// Writes JSON as the service does.
func write(_ value: some JSONWritable) throws -> String {
    String(decoding: Data(value.json), as: UTF8.self)
}

/// The values that the golden documents speak of.
enum Sample {
    static let session = SessionID(UUID(uuidString: "5e550000-0000-4000-8000-000000000001") ?? UUID())
    static let player = PlayerID(UUID(uuidString: "b0b00000-0000-4000-8000-000000000001") ?? UUID())
    static let amberText = "1A5E2F30-9B7C-4D1A-8E55-0C6D7F8A9B01"
    static let benText = "B2C4D6E8-1122-4344-9566-778899AABBCC"
    static let time = Date(timeIntervalSince1970: 1_700_000_000)
    static let timeText = "2023-11-14T22:13:20Z"

    static var amber: ParticipantID { get throws { try #require(ParticipantID(amberText)) } }
    static var ben: ParticipantID { get throws { try #require(ParticipantID(benText)) } }
    static var conversation: Conversation { get throws { try Conversation(local: amber, remotes: [ben]) } }

    static var layout: MessageLayout {
        get throws {
            MessageLayout(
                image: URL(string: "https://host/m/abc.png"), caption: "$\(amberText) took the centre",
                trailingCaption: "Move 5")
        }
    }

    static var message: GameMessage {
        get throws {
            GameMessage(
                token: MessageToken(rawValue: "abc"), url: try #require(URL(string: "https://host/m/abc")),
                session: session, revision: 8, live: false, layout: try layout,
                summaryText: "$\(amberText) took the centre", accessibilityLabel: "Four in a Row")
        }
    }

    static let messageJSON = """
        {"token": "abc", "url": "https://host/m/abc", "session": "5e550000-0000-4000-8000-000000000001", "revision": 8,
         "live": false, "layout": {"image": "https://host/m/abc.png", "mediaURL": null, "imageTitle": null, "imageSubtitle": null,
                    "caption": "$\(amberText) took the centre", "subcaption": null, "trailingCaption": "Move 5",
                    "trailingSubcaption": null},
         "summaryText": "$\(amberText) took the centre", "accessibilityLabel": "Four in a Row"}
        """

    static var view: SessionView {
        get throws {
            SessionView(
                id: session, game: "four-in-a-row", rules: 1, revision: 7, state: .active, you: 0,
                toAct: [1], deadline: time,
                seats: [
                    SessionView.Seat(
                        seat: 0, state: .taken, you: true, participant: try amber, nickname: "Amber",
                        attribution: "$\(amberText)", bankSeconds: 90),
                    SessionView.Seat(
                        seat: 1, state: .open, you: false, attribution: "Player 2", deadline: time, bankSeconds: 100),
                ],
                board: [:], legalMoves: ["1", "2"],
                clock: SessionView.Clock(turnSeconds: 259_200, bankSeconds: 100, atEnd: .forfeit, paused: false),
                offer: SessionView.Offer(seat: 0, kind: .draw), rematch: session,
                series: SessionView.Series(number: 2, scores: [1, 0]), joinable: true)
        }
    }

    static let viewJSON = """
        {"id": "5e550000-0000-4000-8000-000000000001", "game": "four-in-a-row", "rules": 1, "revision": 7,
         "state": "active", "you": 0, "toAct": [1], "deadline": "\(timeText)",
         "seats": [{"seat": 0, "state": "taken", "you": true, "participant": "\(amberText)", "nickname": "Amber",
                    "attribution": "$\(amberText)", "deadline": null, "bankSeconds": 90},
                   {"seat": 1, "state": "open", "you": false, "participant": null, "nickname": null,
                    "attribution": "Player 2", "deadline": "\(timeText)", "bankSeconds": 100}],
         "board": {}, "legalMoves": ["1", "2"], "outcome": null, "message": null, "draft": null, "claims": [],
         "unsent": false, "clock": {"turnSeconds": 259200, "bankSeconds": 100, "atEnd": "forfeit", "paused": false},
         "offer": {"seat": 0, "kind": "draw", "accepted": []}, "rematch": "5e550000-0000-4000-8000-000000000001",
         "series": {"number": 2, "scores": [1, 0]}, "joinable": true}
        """
}
