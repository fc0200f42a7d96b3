import NIOCore
import NIOHTTP1
import RoundtableJSON

struct LoadRequest: Sendable {
    var head: HTTPRequestHead
    var body: ByteBuffer?
}

/// Makes requests from texts that were put together beforehand: no JSON is encoded when a request is made.
struct RequestWriter {
    private let host: String
    /// Whether a proxy seems to pass on everybody from an address of their own.
    private let isForwarding: Bool
    /// The number of requests that were made for nobody.
    private var strangers = 0

    init(host: String, isForwarding: Bool = false) {
        self.host = host
        self.isForwarding = isForwarding
    }

    /// `GET`, perhaps unless the client knows the answer.
    mutating func get(_ path: String..., by player: LoadPlayer, knowing tag: String? = nil) -> LoadRequest {
        var request = request(.GET, path, by: player)
        if let tag { request.head.headers.add(name: "If-None-Match", value: tag) }
        return request
    }

    /// `POST` with a body of pieces that are written one after the other.
    mutating func post(
        _ path: String..., by player: LoadPlayer?, key: String? = nil, body pieces: (inout ByteBuffer) -> Void
    ) -> LoadRequest {
        var request = request(.POST, path, by: player)
        var body = ByteBuffer()
        pieces(&body)
        if let key { request.head.headers.add(name: "Idempotency-Key", value: key) }
        request.head.headers.add(name: "Content-Type", value: "application/json")
        request.head.headers.add(name: "Content-Length", value: String(body.readableBytes))
        request.body = body
        return request
    }

    private mutating func request(_ method: HTTPMethod, _ path: [String], by player: LoadPlayer?) -> LoadRequest {
        var headers = HTTPHeaders()
        headers.reserveCapacity(6)
        headers.add(name: "Host", value: host)
        if let player { headers.add(name: "Authorization", value: player.authorization) }
        if isForwarding {
            headers.add(name: "X-Forwarded-For", value: Self.address(of: player?.number ?? strangers))
            if player == nil { strangers += 1 }
        }
        return LoadRequest(
            head: HTTPRequestHead(version: .http1_1, method: method, uri: path.joined(), headers: headers))
    }

    private static func address(of number: Int) -> String {
        "10.\(number >> 16 & 255).\(number >> 8 & 255).\(number & 255)"
    }
}

extension ByteBuffer {
    mutating func writeStrings(_ texts: String...) {
        for text in texts { writeString(text) }
    }
}

/// The service's answer: as much of it as the load tester looks at.
struct LoadReply: Sendable {
    var status: Int
    /// `ETag`, as it was sent.
    var tag: String?
    var body = ByteBuffer()

    /// The body, which must be JSON.
    var json: JSONElement {
        get throws(Flaw) { try JSONElement(sent: body.readableBytesView) }
    }
}

extension JSONElement {
    init(sent bytes: ByteBufferView) throws(Flaw) {
        do throws(JSONError) {
            self = try JSONDocument(Array(bytes)).root
        } catch {
            throw .wrong("\(error)")
        }
    }

    /// A value that must be there, found by its path.
    func require<Value: JSONReadable>(_ path: StaticString...) throws(Flaw) -> Value {
        do throws(JSONError) {
            var json = self
            for name in path { json = try json.read(name) }
            return try Value(json)
        } catch {
            throw .wrong("\(error)")
        }
    }
}
