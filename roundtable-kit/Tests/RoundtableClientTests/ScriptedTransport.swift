import Foundation
import RoundtableJSON
import RoundtableModel
import RoundtableClient
import Testing

/// A service that answers what the test has written down, in order, and remembers what it was asked.
actor ScriptedTransport: Transport {
    enum Line: Sendable {
        case answer(TransportResponse)
        case silence
    }

    private var script: [Line]
    private(set) var requests: [TransportRequest] = []

    init(_ script: Line...) { self.init(script) }

    init(_ script: [Line]) { self.script = script }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        requests.append(request)
        guard !script.isEmpty, case .answer(let response) = script.removeFirst() else {
            throw URLError(.cannotConnectToHost)
        }
        return response
    }
}

extension ScriptedTransport.Line {
    static func ok(_ json: String, status: Int = 200, headers: [String: String] = [:]) -> Self {
        .answer(TransportResponse(status: status, headers: headers, body: Data(json.utf8)))
    }

    static func problem(_ code: ErrorCode, revision: Int? = nil, headers: [String: String] = [:]) throws -> Self {
        let problem = Problem(
            type: "about:blank", title: "No", status: code.status, code: code, revision: revision)
        let body = Data(problem.json)
        return .answer(TransportResponse(status: code.status, headers: headers, body: body))
    }
}

/// Remembers the pauses that a client would have made.
actor Pauses {
    private(set) var taken: [Duration] = []

    func take(_ pause: Duration) {
        taken.append(pause)
    }
}

extension RoundtableClient {
    /// A client of the scripted service that pauses on paper only.
    static func scripted(
        _ transport: ScriptedTransport, pauses: Pauses = Pauses(), credential: Credential? = nil
    ) throws -> RoundtableClient {
        let retries = RetryPolicy(
            attempts: 3, firstPause: .milliseconds(100), longestPause: .seconds(5),
            pause: { await pauses.take($0) }, jitter: { 1 })
        let url = try #require(URL(string: "https://play.example.com/base"))
        var client = RoundtableClient(baseURL: url, credential: credential, transport: transport, retries: retries)
        client.language = nil
        return client
    }
}

enum Sample {
    static let id = SessionID(UUID(uuidString: "5e550000-0000-4000-8000-000000000001") ?? UUID())
    static let token = MessageToken(rawValue: "abc")
    static let conversation = Conversation(local: UUID(), remotes: [UUID()])
    static let turn = Turn(revision: 7, move: "4", conversation: conversation)

    static func view(revision: Int = 7) -> String {
        """
        {"id": "5e550000-0000-4000-8000-000000000001", "game": "chess", "rules": 1, "revision": \(revision),
         "state": "active", "toAct": [], "seats": [], "board": {}}
        """
    }

    static let message = """
        {"token": "abc", "url": "https://host/m/abc", "session": "5e550000-0000-4000-8000-000000000001", "revision": 8,
         "live": false, "layout": {}, "summaryText": "", "accessibilityLabel": ""}
        """

    static var turnAnswer: String { #"{"session": \#(view()), "message": \#(message), "draft": true}"# }
}
