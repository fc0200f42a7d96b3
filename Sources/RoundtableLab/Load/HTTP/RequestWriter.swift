import NIOCore

/// Writes requests from texts that were put together beforehand: nothing is encoded when a request is made.
struct RequestWriter {
    private let host: String
    private var body = ByteBuffer()
    private var request = ByteBuffer()

    /// Whether a proxy seems to pass on everybody from an address of their own.
    private let isForwarding: Bool
    /// The number of requests that were made for nobody.
    private var strangers = 0

    /// A writer of requests to a host.
    init(host: String, isForwarding: Bool = false) {
        self.host = "Host: \(host)\r\n"
        self.isForwarding = isForwarding
    }

    /// The header line of a proxy that passes on somebody with a number.
    static func address(of number: Int) -> String {
        "X-Forwarded-For: 10.\(number >> 16 & 255).\(number >> 8 & 255).\(number & 255)\r\n"
    }

    /// `GET`, perhaps unless the client knows the answer.
    mutating func get(_ path: String..., by player: LoadPlayer, knowing tag: String? = nil) -> ByteBuffer {
        begin("GET ", path, by: player)
        if let tag { request.writeStrings("If-None-Match: ", tag, "\r\n") }
        request.writeStaticString("\r\n")
        return request
    }

    /// `POST` with a body of pieces that are written one after the other.
    mutating func post(
        _ path: String..., by player: LoadPlayer?, key: String? = nil, body pieces: (inout ByteBuffer) -> Void
    ) -> ByteBuffer {
        body.clear()
        pieces(&body)
        begin("POST ", path, by: player)
        if let key { request.writeStrings("Idempotency-Key: ", key, "\r\n") }
        request.writeStaticString("Content-Type: application/json\r\nContent-Length: ")
        request.writeString(String(body.readableBytes))
        request.writeStaticString("\r\n\r\n")
        request.writeBuffer(&body)
        return request
    }

    private mutating func begin(_ method: StaticString, _ path: [String], by player: LoadPlayer?) {
        request.clear()
        request.writeStaticString(method)
        for piece in path { request.writeString(piece) }
        request.writeStaticString(" HTTP/1.1\r\n")
        request.writeString(host)
        if let player {
            request.writeString(player.authorization)
        } else if isForwarding {
            request.writeString(Self.address(of: strangers))
            strangers += 1
        }
    }
}

extension ByteBuffer {
    /// Writes texts one after the other.
    mutating func writeStrings(_ texts: String...) {
        for text in texts { writeString(text) }
    }
}
