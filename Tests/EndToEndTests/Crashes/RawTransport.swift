import Foundation
import RoundtableClient
import TestSupport

/// Carries each request over a connection of its own. NB: a `URLSession` crashes now and then if its peer is killed.
struct RawTransport: Transport {
    /// The connection ended before the answer did.
    private struct Cut: Error {}

    init() {
        // So that writing to a service that is gone is an error, and not the end.
        signal(SIGPIPE, SIG_IGN)
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let connection = try RawConnection(to: request.url.port ?? 80)
        let body = request.body.map { String(decoding: $0, as: UTF8.self) } ?? ""
        let target = request.url.path() + (request.url.query().map { "?\($0)" } ?? "")
        let headers = request.headers.merging(["Host": "table", "Connection": "close"]) { $1 }
            .merging(["Content-Length": "\(body.utf8.count)"]) { $1 }
        try connection.send(
            ["\(request.method) \(target) HTTP/1.1"] + headers.map { "\($0): \($1)" }, body: body)
        return try Self.response(in: try await connection.readToEnd())
    }

    private static func response(in answer: String) throws -> TransportResponse {
        guard let end = answer.firstRange(of: "\r\n\r\n"),
            let status = answer.split(separator: " ", maxSplits: 2).dropFirst().first.flatMap({ Int($0) })
        else { throw Cut() }
        let fields = answer[..<end.lowerBound].split(separator: "\r\n").dropFirst().map { line in
            let parts = line.split(separator: ": ", maxSplits: 1).map(String.init)
            return (parts[0], parts.count > 1 ? parts[1] : "")
        }
        let response = TransportResponse(
            status: status, headers: Dictionary(fields) { $1 }, body: Data(answer[end.upperBound...].utf8))
        let length = response[header: "Content-Length"].flatMap { Int($0) }
        guard length == nil || length == response.body.count else { throw Cut() }
        return response
    }
}
