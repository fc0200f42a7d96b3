import Foundation
import NIOCore
import NIOEmbedded

/// An answer as it stands on the wire.
struct WireReply {
    let status: Int
    /// Its fields, by their names in small letters.
    let fields: [String: String]
    let body: String

    /// Takes one answer apart that is written as a whole; nil for what is none, or has two fields of one name.
    init?(_ text: String) {
        guard let end = text.range(of: "\r\n\r\n") else { return nil }
        let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ", maxSplits: 2)
        guard words.count == 3, words[0] == "HTTP/1.1", let status = Int(words[1]) else { return nil }
        self.status = status
        let pairs = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return (parts[0].lowercased(), parts[1].trimmingCharacters(in: .whitespaces))
        }
        guard Set(pairs.map(\.0)).count == pairs.count else { return nil }
        fields = Dictionary(uniqueKeysWithValues: pairs)
        body = String(text[end.upperBound...])
    }
}

extension EmbeddedChannel {
    /// The next answer that was written; nil if there is none.
    func readAnswer() throws -> WireReply? {
        guard case .byteBuffer(let bytes)? = try readOutbound(as: IOData.self) else { return nil }
        return WireReply(String(buffer: bytes))
    }
}
