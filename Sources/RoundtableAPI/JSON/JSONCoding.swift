public import Foundation

extension JSONEncoder {
    /// Writes JSON as the service does: members in a fixed order, times as RFC 3339 in UTC to the second.
    public static let roundtable: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(RFC3339.text(of: date))
        }
        return encoder
    }()
}

extension JSONDecoder {
    /// Reads JSON as the service does: times as RFC 3339, with or without fractions of a second.
    public static let roundtable: JSONDecoder = {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            let text = try container.decode(String.self)
            guard let date = RFC3339.date(of: text) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an RFC 3339 time")
            }
            return date
        }
        return decoder
    }()
}

private enum RFC3339 {
    static let seconds = Date.ISO8601FormatStyle()
    static let fractions = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    static func text(of date: Date) -> String {
        date.formatted(seconds)
    }

    static func date(of text: String) -> Date? {
        let style = text.contains(".") ? fractions : seconds
        return try? style.parse(text)
    }
}
