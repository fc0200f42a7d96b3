import Foundation
import RoundtableJSON
import Postgres
import RoundtableModel
import Synchronization
import Testing

/// Checks every answer of one server, and remembers requests and answers.
final class Ledger: Sendable {
    /// Who asked for what.
    struct Asked: Sendable {
        let method: String
        let path: String
        let guest: Guest?
    }

    /// A documented route that answered with a status.
    struct Exercise: Hashable, CustomStringConvertible {
        let method: String
        let path: String
        let status: Int

        var description: String { "\(method) \(path) \(status)" }
    }

    private struct State {
        var exercised: Set<Exercise> = []
        var secrets = Secrets()
        var texts: [String] = []
    }

    private let document: OpenAPIDocument
    private let state = Mutex(State())

    init(document: OpenAPIDocument) { self.document = document }

    /// Every documented route and status that was seen.
    var exercised: Set<Exercise> { state.withLock { $0.exercised } }

    /// Nobody is ever told these people's credentials.
    func know(_ guests: [Guest]) {
        state.withLock { $0.secrets.credentials.formUnion(guests.map(\.token)) }
    }

    /// Expects an answer to be as documented, and to tell nothing that is not its reader's.
    func check(_ answer: Reply, to asked: Asked, at place: SourceLocation) {
        // NB: HEAD is GET without the body (RFC 9110, section 9.3.2), and documented with it.
        let route = document.operation(method: asked.method == "HEAD" ? "GET" : asked.method, path: asked.path)
        if asked.method != "HEAD" {
            #expect(violations(of: route, asked.path, answer) == [], sourceLocation: place)
            #expect(isInOrder(answer), "\(answer.text)", sourceLocation: place)
        }
        let leaks: [String] = state.withLock { state in
            if let route {
                state.exercised.insert(Exercise(method: route.method, path: route.path, status: answer.status))
            }
            guard !answer.isPicture else { return [] }
            state.texts.append(answer.text)
            return state.secrets.leaks(in: answer, to: asked)
        }
        #expect(leaks == [], "\(asked.method) \(asked.path): \(answer.text)", sourceLocation: place)
    }

    /// Expects that no answer told any session's seed, in whatever spelling.
    func expectNoSeeds(of pool: PostgresPool) async throws {
        let rows = try await pool.query("SELECT encode(seed, 'hex'), encode(seed, 'base64') FROM sessions")
        let texts = state.withLock { $0.texts.map { $0.lowercased() } }
        for row in rows {
            let (hex, base64) = try row.decode((String, String).self)
            #expect(!texts.contains { $0.hasBytes(of: hex) || $0.hasBytes(of: base64.lowercased()) })
        }
    }

    /// Whether an answer that is JSON is written as an encoder would write it: members in order, each once, nothing
    /// between.
    private func isInOrder(_ answer: Reply) -> Bool {
        guard answer.header("Content-Type")?.contains("json") == true else { return true }
        return answer.json.map { Data($0.json) } == answer.body
    }

    private func allowed(by answer: Reply) -> Set<String> {
        Set(answer.header("Allow")?.components(separatedBy: ", ") ?? [])
    }

    private func violations(of route: OpenAPIDocument.Operation?, _ path: String, _ answer: Reply) -> [String] {
        guard let route else {
            // NB: people who look for a page are told in HTML what is wrong.
            if path.hasPrefix("/m/"), answer.header("Content-Type")?.hasPrefix("text/html") == true { return [] }
            return [404, 429, 501].contains(answer.status)
                || answer.status == 405 && allowed(by: answer) == document.methods(of: path)
                ? document.schema("Problem").violations(in: answer.json ?? .null) : ["an undocumented route answers"]
        }
        return document.violations(
            of: route, status: answer.status, contentType: answer.header("Content-Type"), body: answer.body)
    }
}
