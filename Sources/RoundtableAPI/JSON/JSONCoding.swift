public import Foundation
public import LeanJSON

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

extension LeanJSONEncoder {
    /// Writes the same JSON as ``Foundation/JSONEncoder/roundtable``, byte for byte.
    public static let roundtable = LeanJSONEncoder(dateText: RFC3339.text)
}

extension LeanJSONDecoder {
    /// Reads the same values as ``Foundation/JSONDecoder/roundtable``.
    public static let roundtable = LeanJSONDecoder(readDate: RFC3339.date)
}

private enum RFC3339 {
    static let seconds = Date.ISO8601FormatStyle()
    static let fractions = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    @Sendable static func text(of date: Date) -> String {
        date.formatted(seconds)
    }

    @Sendable static func date(of text: String) -> Date? {
        let style = text.contains(".") ? fractions : seconds
        return try? style.parse(text)
    }
}
