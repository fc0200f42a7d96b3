import Foundation
import RoundtableModel

extension PushToken {
    /// The number of tokens that a player has at most; of more the oldest go.
    package static let capacity = 16

    /// Checks a token as an app sends it.
    ///
    /// - Throws: `bad_request`.
    func checked() throws(ServiceError) -> PushToken {
        let digits = token.lowercased()
        guard (2...400).contains(digits.utf8.count), digits.utf8.count.isMultiple(of: 2),
            digits.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
        else { throw ServiceError(.badRequest, "token is the device token in hexadecimal digits, at most 400.") }
        guard (1...200).contains(topic.utf8.count),
            topic.utf8.allSatisfy({ $0 == 45 || $0 == 46 || $0 < 128 && Character(UnicodeScalar($0)).isAlphanumeric })
        else { throw ServiceError(.badRequest, "topic is the bundle ID of the app.") }
        // A device may know time zones that are newer than those of this machine.
        if let timeZone, timeZone.wholeMatch(of: /[A-Za-z0-9_+\/-]{1,64}/) == nil {
            throw ServiceError(.badRequest, "timeZone is the name of a time zone, such as Europe/Warsaw.")
        }
        return PushToken(
            token: digits, topic: topic, environment: environment, locale: locale, timeZone: timeZone)
    }

    /// The end of the night at a time, if it is night in the token's time zone, from 22 to 8 o'clock; nil by day, and
    /// without a time zone.
    func morning(at now: Date) -> Date? {
        guard let zone = timeZone.flatMap(TimeZone.init(identifier:)) else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let hour = calendar.component(.hour, from: now)
        guard !(8..<22).contains(hour) else { return nil }
        return calendar.nextDate(after: now, matching: DateComponents(hour: 8), matchingPolicy: .nextTime)
    }
}

extension Character {
    fileprivate var isAlphanumeric: Bool { isLetter || isNumber }
}
