import Foundation
import MessagesSimulator
import RoundtableClient
import Synchronization
import RoundtableJSON
import RoundtableModel

/// Carries the apps' requests, and keeps the latest of them that the users of phones caused, with their answers.
final class RecordingTransport: Transport {
    private static let capacity = 300

    private let carrier = URLSessionTransport()
    private let exchanges = Mutex<[RecordedExchange]>([])
    private let changed: @Sendable () -> Void

    /// - Parameter changed: called after each exchange.
    init(changed: @escaping @Sendable () -> Void) { self.changed = changed }

    /// Sends a request for ``Phone/current``; without one it is the page's own.
    func send(_ request: TransportRequest) async throws -> TransportResponse {
        guard let device = Phone.current else { return try await carrier.send(request) }
        let start = ContinuousClock.now
        do {
            let answer = try await carrier.send(request)
            record(request, answer, of: device, since: start)
            return answer
        } catch {
            record(request, nil, of: device, since: start)
            throw error
        }
    }

    func exchanges(after number: Int) -> [RecordedExchange] {
        exchanges.withLock { exchanges in exchanges.filter { $0.number > number } }
    }

    subscript(number: Int) -> RecordedExchange? {
        exchanges.withLock { exchanges in exchanges.first { $0.number == number } }
    }

    private func record(
        _ request: TransportRequest, _ answer: TransportResponse?, of device: SimulatedDevice.ID,
        since start: ContinuousClock.Instant
    ) {
        let milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
        exchanges.withLock { exchanges in
            exchanges.append(
                RecordedExchange(
                    number: (exchanges.last?.number ?? 0) + 1, device: device, request: request, answer: answer,
                    milliseconds: milliseconds))
            if exchanges.count > Self.capacity { exchanges.removeFirst() }
        }
        changed()
    }
}

struct RecordedExchange: Sendable {
    /// Counted from 1.
    let number: Int
    let device: SimulatedDevice.ID
    let request: TransportRequest
    /// Status and content; nil if no answer came.
    let answer: TransportResponse?
    let milliseconds: Int

    private var credential: String? {
        guard let field = request.headers["Authorization"], field.hasPrefix("Bearer ") else { return nil }
        return String(field.dropFirst("Bearer ".count))
    }

    /// The request as a command line, with a variable where the credential belongs.
    var hiddenCommand: String {
        var words = ["curl -s \(Self.quoted(request.url.absoluteString))"]
        if request.method != "GET" { words[0] += " -X \(request.method)" }
        for (name, value) in request.headers.sorted(by: { $0.key < $1.key }) {
            // NB: double quotes, so that the shell puts the credential in.
            words.append(
                name == "Authorization" && credential != nil
                    ? "-H \"Authorization: Bearer $TOKEN\"" : "-H \(Self.quoted("\(name): \(value)"))")
        }
        if let body = request.body { words.append("-d \(Self.quoted(String(decoding: body, as: UTF8.self)))") }
        return words.joined(separator: " \\\n  ")
    }

    /// The request as a command line that can be run.
    var command: String {
        guard let credential else { return hiddenCommand }
        return "TOKEN=\(Self.quoted(credential))\n\(hiddenCommand)"
    }

    private static func quoted(_ text: String) -> String {
        "'\(text.replacingOccurrences(of: "'", with: "'\\''"))'"
    }
}

extension RecordedExchange: JSONWritable {
    /// Writes the exchange without credentials: neither the one that was sent nor one that the service made.
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("answer", orNull: answer.map { Self.text(of: $0.body) })
            json.member("curl", hiddenCommand)
            json.member("device", device.name)
            json.member("method", request.method)
            json.member("milliseconds", milliseconds)
            json.member("number", number)
            json.member("owner", device.owner.name)
            json.member("path", request.url.path() + (request.url.query().map { "?\($0)" } ?? ""))
            json.member("request", orNull: request.body.map { Self.text(of: $0) })
            json.member("status", orNull: answer?.status)
        }
    }

    private static func text(of body: Data) -> String {
        let text = String(decoding: body, as: UTF8.self)
        guard let made = try? NewPlayer(json: Array(body)) else { return text }
        return text.replacingOccurrences(of: made.token.rawValue, with: "$TOKEN")
    }
}
