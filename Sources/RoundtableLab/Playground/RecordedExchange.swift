import Foundation
import RoundtableClient

/// A request to the service and its answer.
struct RecordedExchange: Sendable {
    /// Counted from 1.
    let number: Int
    let phone: Caller
    let request: TransportRequest
    /// Status and content; nil if no answer came.
    let answer: TransportResponse?
    let milliseconds: Int

    /// The credential that was sent, if one was.
    private var credential: String? {
        guard let field = request.headers["Authorization"], field.hasPrefix("Bearer ") else { return nil }
        return String(field.dropFirst("Bearer ".count))
    }

    /// The request as a command line, with a variable where the credential belongs.
    var hiddenCommand: String { command(authorization: "$TOKEN") }

    /// The request as a command line that can be run.
    var command: String {
        guard let credential else { return hiddenCommand }
        return "TOKEN=\(Self.quoted(credential))\n\(hiddenCommand)"
    }

    private func command(authorization: String) -> String {
        var words = ["curl -s \(Self.quoted(request.url.absoluteString))"]
        if request.method != "GET" { words[0] += " -X \(request.method)" }
        for (name, value) in request.headers.sorted(by: { $0.key < $1.key }) {
            // NB: double quotes, so that the shell puts the credential in.
            words.append(
                name == "Authorization" && credential != nil
                    ? "-H \"Authorization: Bearer \(authorization)\"" : "-H \(Self.quoted("\(name): \(value)"))")
        }
        if let body = request.body { words.append("-d \(Self.quoted(String(decoding: body, as: UTF8.self)))") }
        return words.joined(separator: " \\\n  ")
    }

    private static func quoted(_ text: String) -> String {
        "'\(text.replacingOccurrences(of: "'", with: "'\\''"))'"
    }
}
