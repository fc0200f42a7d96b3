import HTTPConnection
import HTTPTypes
import Roundtable

/// `/v1/games`: what sessions may be of. The same for everybody, for as long as the instance runs.
struct GameRoutes {
    let service: RoundtableService
    private let answers: [String: TaggedReply]

    init(service: RoundtableService) {
        self.service = service
        // NB: the list changes only with the program, so that an hour is soon enough to learn of another.
        answers = Dictionary(
            uniqueKeysWithValues: service.games.languages.map { language in
                let reply = HTTPReply(json: service.games.list(in: language))
                return (
                    language,
                    TaggedReply(
                        reply, in: language, kept: "public, max-age=3600", by: service.sessions.context.keys.entityTags)
                )
            })
    }

    var routes: [Route] { [Route(.get, "/v1/games", for: .anybody, list)] }

    @Sendable private func list(_ call: Call) async throws -> HTTPReply {
        let language = service.games.language(for: call.head.languages)
        guard let answer = answers[language] else { throw ServiceError(.internal, "No games in \(language).") }
        return answer.http(unless: call.head.headerFields[usuallyOne: .ifNoneMatch])
    }
}
