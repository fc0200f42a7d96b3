import HTTPConnection
import HTTPTypes
import Roundtable

/// `/v1/games`: what sessions may be of. The same for everybody, for as long as the instance runs.
struct GameRoutes {
    let service: RoundtableService
    private let answers: [String: TaggedReply]

    init(service: RoundtableService) {
        self.service = service
        answers = Dictionary(
            uniqueKeysWithValues: service.games.languages.map {
                ($0, TaggedReply(service.games.list(in: $0), in: $0, by: service.sessions.entityTags))
            })
    }

    var routes: [Route] { [Route(.get, "/v1/games", for: .anybody, list)] }

    @Sendable private func list(_ call: Call) async throws -> HTTPReply {
        let language = service.games.language(for: call.head.languages)
        guard let answer = answers[language] else { throw ServiceError(.internal, "No games in \(language).") }
        return answer.http(unless: call.head.headerFields[usuallyOne: .ifNoneMatch])
    }
}
