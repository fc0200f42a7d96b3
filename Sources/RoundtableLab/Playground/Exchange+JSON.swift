import Foundation
import RoundtableJSON
import MessagesSimulator
import RoundtableClient
import RoundtableModel

extension RecordedExchange: JSONWritable {
    /// Writes the exchange without credentials: neither the one that was sent nor one that the service made.
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("answer", orNull: answer.map { Self.text(of: $0.body) })
            json.member("curl", hiddenCommand)
            json.member("device", phone.device.name)
            json.member("method", request.method)
            json.member("milliseconds", milliseconds)
            json.member("number", number)
            json.member("owner", phone.device.owner.name)
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
