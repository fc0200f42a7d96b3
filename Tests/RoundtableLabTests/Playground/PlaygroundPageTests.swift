import Foundation
import HTTPConnection
import HTTPTypes
import NIOCore
import TestSupport
import Testing

@testable import RoundtableLab

@Suite("The playground's page", .timeLimit(.minutes(5)))
struct PlaygroundPageTests {
    private static let service = "http://127.0.0.1:9"

    /// The paths of all files of the page.
    private static var paths: [String] {
        get throws {
            let page = URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../../../Sources/CPlayground/Page").standardizedFileURL
            return try FileManager.default.subpathsOfDirectory(atPath: page.path()).filter { $0.contains(".") }
        }
    }

    /// Serves the page of a playground on a service that nobody asks.
    private static func serve(_ body: @Sendable (HTTPTestClient) async throws -> Void) async throws {
        let url = try #require(URL(string: service))
        let responder = PlaygroundResponder(
            playground: await Playground(people: 2, on: url), gate: .open(at: 8090), game: "ice-cream",
            files: PageFiles(directory: nil))
        let (ports, ready) = AsyncStream<Int>.makeStream()
        let server = HTTPServer(
            responder, on: "127.0.0.1", port: 0, limits: ConnectionLimits(bodyLength: 1024),
            serverName: "roundtable-lab", onServerRunning: { ready.yield($0) }, logger: .quiet)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { ready.finish() }
                try await server.run()
            }
            let port = try #require(await ports.first { _ in true }, "The server did not start.")
            try await body(HTTPTestClient(port: port))
            tasks.cancelAll()
        }
    }

    /// Gets every file of the page.
    private static func forEachFile(
        _ check: @Sendable (_ path: String, _ head: HTTPResponse, _ text: String) throws -> Void
    ) async throws {
        let paths = try paths
        #expect(paths.contains("index.html") && paths.contains("board.js"))
        try await serve { client in
            for path in paths {
                let (head, body) = try await client.send(
                    HTTPRequest(method: .get, scheme: "http", authority: "localhost:8090", path: "/\(path)"))
                #expect(head.status == .ok, "\(path)")
                try check(path, head, String(buffer: body))
            }
        }
    }

    @Test("every file comes with a policy that lets in nothing from elsewhere but the service's pictures")
    func policy() async throws {
        try await Self.forEachFile { path, head, _ in
            let policy = try #require(head.headerFields[.contentSecurityPolicy], "\(path)")
            var sources: [String: [String]] = [:]
            for directive in policy.split(separator: ";") {
                let words = directive.split(separator: " ").map(String.init)
                let name = try #require(words.first)
                sources[name] = Array(words.dropFirst())
            }
            for name in ["default-src", "base-uri", "form-action", "frame-ancestors"] {
                #expect(sources[name] == ["'none'"], "\(path): \(policy)")
            }
            #expect(sources["script-src"] == ["'self'"] && sources["style-src"] == ["'self'"], "\(path): \(policy)")
            #expect(sources["img-src"] == ["'self'", Self.service], "\(path): \(policy)")
            let others = sources.filter { $0.key != "img-src" }.values.joined()
            #expect(others.allSatisfy { ["'none'", "'self'"].contains($0) }, "\(path): \(policy)")
        }
    }

    @Test("no file names another host")
    func hosts() async throws {
        try await Self.forEachFile { path, _, text in
            let addresses = text.matches(of: #/[a-z]+://[^\s"'`<>]*/#).map { String($0.output) }
            #expect(addresses.allSatisfy { $0 == "http://www.w3.org/2000/svg" }, "\(path): \(addresses)")
            let relative = text.matches(of: #/["'`(=]//[a-z]/#).map { String($0.output) }
            #expect(relative.isEmpty, "\(path): \(relative)")
        }
    }
}
