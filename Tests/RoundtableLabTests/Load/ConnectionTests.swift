import NIOCore
import NIOPosix
import Testing

@testable import RoundtableLab

@Suite("A connection of the load tester")
struct ConnectionTests {
    /// What arrives first after a request to a server that always says the same, part by part.
    private func pieces(
        _ count: Int, fromOneThatSays parts: [String], streaming: Bool = false, andCloses closes: Bool = false
    ) async throws -> [Connection.Piece] {
        let group = MultiThreadedEventLoopGroup.singleton
        let server = try await ServerBootstrap(group: group)
            .childChannelInitializer { $0.pipeline.addHandler(Speaker(parts: parts, closes: closes)) }
            .bind(host: "127.0.0.1", port: 0).get()
        defer { server.close(promise: nil) }
        let script = try #require(GameScript(game: Scenario.duel.game, seats: 2))
        let target = try Target("http://127.0.0.1:\(server.localAddress?.port ?? 0)")
        let worker = Worker(.duel, script, connections: 1, seed: 1, of: target, on: group.next())
        let pieces = try await worker.ask(for: count, streaming: streaming)
        await worker.close()
        return pieces
    }

    @Test("status, tag and body of an answer are told, wherever it was cut")
    func answer() async throws {
        let parts = [
            "HTTP/1.1 201 Cre", "ated\r\nTransfer-Encoding: chunked\r\netag: \"a1\"\r\n\r\n3\r\nhe",
            "l\r\n2\r\nlo\r\n0\r\n\r\n",
        ]
        guard case .answer(let answer) = try await pieces(1, fromOneThatSays: parts).first else {
            Issue.record("An answer arrived")
            return
        }
        #expect(answer.status == 201 && answer.tag == "\"a1\"" && String(buffer: answer.body) == "hello")
    }

    @Test("an answer counts though the service closes the connection after it")
    func closing() async throws {
        let parts = ["HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"]
        guard case .answer(let answer) = try await pieces(1, fromOneThatSays: parts, andCloses: true).first else {
            Issue.record("An answer arrived")
            return
        }
        #expect(answer.status == 200 && String(buffer: answer.body) == "ok")
    }

    @Test("a stream is handed over event by event")
    func stream() async throws {
        let parts = [
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "9\r\ndata: 1\n\n\r\n9\r\ndata:", " 2\n\n\r\n",
        ]
        var texts: [String] = []
        for piece in try await pieces(3, fromOneThatSays: parts, streaming: true) {
            switch piece {
            case .answer: Issue.record("The stream goes on")
            case .beginning(let answer): texts.append("\(answer.status)")
            case .event(let event): texts.append(String(buffer: event))
            }
        }
        #expect(texts == ["200", "data: 1\n\n", "data: 2\n\n"])
    }

    @Test("what is no answer is malformed, and one that breaks off is lost")
    func failures() async throws {
        for malformed in ["SMTP ready, speak\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"] {
            await #expect(throws: Connection.Loss.malformed) { try await pieces(1, fromOneThatSays: [malformed]) }
        }
        await #expect(throws: Connection.Loss.lost) {
            try await pieces(
                1, fromOneThatSays: ["HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhe"], andCloses: true)
        }
    }
}

extension Worker {
    fileprivate func ask(for count: Int, streaming: Bool) async throws(Connection.Loss) -> [Connection.Piece] {
        let request = writer.get("/", by: LoadPlayer(number: 0, credential: "secret"))
        let connection = connections[0]
        var pieces = [try await connection.begin(request, streaming: streaming, within: .seconds(10), on: self)]
        while pieces.count < count { pieces.append(try await connection.next(within: .seconds(10), on: self)) }
        return pieces
    }
}

/// Answers whatever arrives in the same words, a part every 20 ms, and may close the connection then.
private final class Speaker: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private let parts: [String]
    private let closes: Bool

    init(parts: [String], closes: Bool) { (self.parts, self.closes) = (parts, closes) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let channel = context.channel
        for (number, part) in parts.enumerated() {
            context.eventLoop.scheduleTask(in: .milliseconds(20 * Int64(number))) {
                channel.writeAndFlush(ByteBuffer(string: part), promise: nil)
            }
        }
        if closes { context.eventLoop.scheduleTask(in: .milliseconds(100)) { channel.close(promise: nil) } }
    }
}
