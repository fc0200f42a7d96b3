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
        // NB: scalars, for a character may be equal to one of other scalars.
        guard digits.wholeMatch(of: /([0-9a-f]{2}){1,200}/.matchingSemantics(.unicodeScalar)) != nil else {
            throw ServiceError(.badRequest, "token is the device token in hexadecimal digits, at most 400.")
        }
        guard topic.wholeMatch(of: /[A-Za-z0-9.-]{1,200}/.matchingSemantics(.unicodeScalar)) != nil else {
            throw ServiceError(.badRequest, "topic is the bundle ID of the app.")
        }
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
